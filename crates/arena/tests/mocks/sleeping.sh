# Plays the first legal move, after so many seconds.
while read -r word rest; do
  case $word in
    alinea) echo "ready sleeping" ;;
    legal) first=${rest%% *} ;;
    go) sleep "$1"; echo "bestmove $first" ;;
    quit) exit ;;
  esac
done
