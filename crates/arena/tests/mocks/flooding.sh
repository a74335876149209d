# Talks for ever instead of moving, on both channels.
while read -r word rest; do
  case $word in
    alinea) echo "ready flooding" ;;
    go) yes "info thinking" & yes "complaint" >&2 ;;
  esac
done
