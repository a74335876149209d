# A Gomocup engine that takes the first free point from the left of the top row on, in order.
# It talks on the way, as real ones do, and writes down what it was told.
log=$1
taken=" "
next_point() {
  for y in 0 1 2 3 4 5 6 7 8; do
    for x in 0 1 2 3 4 5 6 7 8; do
      case $taken in *" $x,$y "*) ;; *) point=$x,$y; return ;; esac
    done
  done
}
answer() {
  next_point
  taken="$taken$point "
  echo "MESSAGE depth 1, I like $point"
  echo "$point"
}
while read -r line; do
  echo "$line" >> "$log"
  case $line in
    START*) echo "OK" ;;
    RESTART) taken=" "; echo "OK" ;;
    BEGIN) answer ;;
    TURN*) taken="$taken${line#TURN } "; answer ;;
    BOARD) taken=" " ;;
    DONE) answer ;;
    INFO*) ;;
    END) exit ;;
    *,*,*) taken="$taken${line%,*} " ;;
    *) echo "UNKNOWN" ;;
  esac
done
