# Plays the moves it was given, one after the other, in every game.
moves="$*"
while read -r word rest; do
  case $word in
    alinea) echo "ready scripted" ;;
    newgame) left=$moves ;;
    go) echo "bestmove ${left%% *}"; left=${left#* } ;;
    quit) exit ;;
  esac
done
