# The verbs that are functions of bash, since they set variables, wait for children or filter; run.py has every bash of
# a case read them (BASH_ENV).

# wait_until CONDITION: returns once the command succeeds; after two minutes, which only a hang takes, says what was
# waited for and fails.
wait_until() {
  local end=$((SECONDS + 120))
  until eval "$1" 2>/dev/null; do
    [ $SECONDS -lt $end ] || { echo "waited in vain: $1"; return 1; }
    sleep 0.05
  done
}

# start ARGUMENTS…: runs dossier serve, waits until it answers, and sets $server and $port.
start() {
  : >listening  # an earlier server's line must not be taken for this one's
  dossier serve --port 0 "$@" >listening 2>log &
  server=$!
  listening || { cat log; return 1; }
}

# listening: waits until $server listens, and sets $port; fails where it ends instead.
listening() {
  wait_until 'grep -qs listening listening || ! kill -0 $server 2>/dev/null'
  port=$(sed 's/.*:\([0-9]*\)\/$/\1/' listening)
  [ -n "$port" ]
}

# stop [SIGNAL]: ends the server and prints its exit status.
stop() {
  kill -"${1:-TERM}" $server
  local status=0
  wait $server || status=$?
  echo "exit $status"
}

# request METHOD TARGET BODY [HEADER…]: connects to $port as descriptor 3 and writes the request.
request() {
  local LC_ALL=C method=$1 target=$2 body=$3
  shift 3
  [ -z "$body" ] || set -- "$@" 'Content-Type: application/json' "Content-Length: ${#body}"
  exec 3<>"/dev/tcp/127.0.0.1/$port"
  printf '%s %s HTTP/1.1\r\nHost: localhost:%s\r\n' "$method" "$target" "$port" >&3
  { [ $# = 0 ] || printf '%s\r\n' "$@"; printf '\r\n%s' "$body"; } >&3
}

# _answer: reads what $port answers until it closes; prints the status and the body, then the Dossier headers.
_answer() {
  tr -d '\r' <&3 >answer
  exec 3<&-
  sed -n '1s/^HTTP.1.1 \([0-9]*\).*/\1/p' answer | tr '\n' ' '
  sed '1,/^$/d' answer
  echo
  sed '/^$/q' answer | grep '^Dossier-' || true
}

# get TARGET [HEADER…]: asks $port and prints its answer; post TARGET JSON likewise.
get() { request GET "$1" '' 'Connection: close' "${@:2}"; _answer; }
post() { request POST "$1" "$2" 'Connection: close'; _answer; }

# lock FILE: takes the lock of an importer, again where the one before removed the file; unlock FILE: lets go of it.
lock() {
  until exec 9>"$1" && flock 9 && [ "$(stat -Lc %i /proc/self/fd/9)" = "$(stat -c %i "$1" 2>/dev/null)" ]; do :; done
}
unlock() { rm "$1"; exec 9>&-; }

# repeat N TEXT: prints TEXT N times.
repeat() { yes -- "$2" | head -n "$1" | tr -d '\n'; }

# guid GUID: its sixteen bytes as .NET stores them, in the escapes that replace takes.
guid() { sed -E 's/(..)(..)(..)(..)-(..)(..)-(..)(..)-/\4\3\2\1\6\5\8\7/; s/-//g; s/../\\x&/g' <<<"$1"; }

# fails COMMAND…: runs a command whose exit status has to be 1; another one is printed.
fails() {
  local status=0
  "$@" || status=$?
  [ $status = 1 ] || echo "status $status"
}

# renamed_field FOLDER: makes a case of a dataset, where a field of shop.proto gets another name and src/cart.go reads it.
renamed_field() {
  local version
  for version in premerge_1 merge_1; do
    mkdir -p "$1/$version/src"
    printf 'syntax = "proto3";\npackage shop.v1;\nmessage Cart {\n  int64 total = 1;\n}\n' > "$1/$version/shop.proto"
    printf 'package cart\n\nfunc Price(c *Cart) int64 {\n\treturn c.GetTotal()\n}\n' > "$1/$version/src/cart.go"
    echo notes > "$1/$version/README"
  done
  sed -i s/total/sum/ "$1/merge_1/shop.proto"
}
