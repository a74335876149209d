# Plays the first legal move.
while read -r word rest; do
  case $word in
    alinea) echo "ready good" ;;
    legal) first=${rest%% *} ;;
    go) echo "info depth 1 score 0.5 nodes 7"; echo "bestmove $first" ;;
    quit) exit ;;
  esac
done
