# Plays a column that no board has.
while read -r word rest; do
  case $word in
    alinea) echo "ready illegal" ;;
    go) echo "bestmove 99" ;;
    quit) exit ;;
  esac
done
