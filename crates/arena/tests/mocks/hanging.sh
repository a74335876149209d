# Never answers, and leaves a child behind that would outlive it.
sleep 1000 &
echo $! >> "$1"
while read -r word rest; do
  case $word in
    alinea) echo "ready hanging" ;;
    quit) exit ;;
  esac
done
