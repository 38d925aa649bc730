set -u
umask 077

# The program by its full path: each case has a folder of its own.
[ $# -gt 0 ] || set -- ./game
shown=$(printf %s "$*" | LC_ALL=C tr -c ' -~' '?' | head -c 200)
words=$#
while [ "$words" -gt 0 ]; do
  word=$1
  shift
  words=$((words - 1))
  case $word in
  /*) ;;
  *) [ ! -f "$word" ] || word=$PWD/$word ;;
  esac
  set -- "$@" "$word"
done
if ! command -v "$1" >/dev/null; then
  echo "$0: $1: no such program; as in: sh $0 ./game" >&2
  exit 2
fi

dir=${TMPDIR:-/tmp}/chase-cases.$$
mkdir "$dir" || exit 2
trap 'rm -rf "$dir"' EXIT
trap 'exit 130' HUP QUIT TERM

stop=''
for word in timeout gtimeout; do
  if $word -k 1 9 true 2>/dev/null; then
    stop="$word -k 1 $limit"
    break
  fi
done
interrupted=''
if [ "$stop" ]; then
  trap 'exit 130' INT
else
  limit=0
  trap 'interrupted=1' INT
  echo "There is no \`timeout\` here: where a case hangs, Ctrl-C goes on with the next; Ctrl-\\ ends all." >&2
fi

put() {
  printf %s "$2" >"$dir/case/$1"
}

begin() {
  number=$((number + 1))
  printf '\rcase %s of %s' "$number" "$count" >&2
  cd / && rm -rf "$dir/case" "$dir/out" "$dir/err"
  mkdir "$dir/case" && cd "$dir/case" || exit 2
}

# Runs the program with the words of a case; the system stops it when it has written far more than $bytes.
run() {
  began=$(date +%s)
  {
    (
      ulimit -f $((bytes / 512 + 1))
      exec $stop "$@" <"$dir/input" >"$dir/out" 2>"$dir/err"
    )
  } 2>/dev/null
  status=$?
  took=$(($(date +%s) - began))
  [ "$took" -ge 0 ] || took=0
  if [ "$stop" ] && [ "$took" -ge "$limit" ]; then
    case $status in
    124 | 137 | 143) status=stopped ;;
    esac
  fi
  [ -z "$interrupted" ] || status=-
  interrupted=''
  # What it left behind may still be writing.
  head -c "$bytes" "$dir/out" >"$dir/printed"
  head -c 65536 "$dir/err" >"$dir/told"
  {
    echo "case $number $status $took $(($(wc -c <"$dir/printed"))) $(($(wc -c <"$dir/told")))"
    cat "$dir/printed" "$dir/told"
    echo
  } >>"$dir/all"
}

number=0
target=$PWD/cases.out
printf 'chase cases 1\nwriter %s\noptions %s\nsuite %s\nlimit %s\nprogram %s\n' \
  "$writer" "$options" "$suite" "$limit" "$shown" >"$dir/all"

@CASES@
cd / || exit 2
sum=$(cksum <"$dir/all")
echo "end ${sum%% *}" >>"$dir/all"
cat "$dir/all" >"$target" || exit 2
printf '\nwrote %s: it shows what the program printed, not whose program it was\n' "$target" >&2
