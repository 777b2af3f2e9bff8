# A plugin that only starts processes: each starts two more. The last argument marks them.
[ "$1" -gt 0 ] || exec tail -f /dev/null "$2" 2>/dev/null
sh "$0" $(($1 - 1)) "$2" &
sh "$0" $(($1 - 1)) "$2" &
wait
