# Does not even greet.
while read -r line; do :; done
