# For the cases of this folder: a server in the background and bare requests, in bash alone.

. "$SOURCE/tests/cases/until.sh"

# start ARGUMENTS…: runs dossier serve, waits until it answers, and sets $server and $port.
start() {
  : >listening  # an earlier server's line must not be taken for this one's
  dossier serve --port 0 "$@" >listening 2>log &
  server=$!
  listening || { cat log; return 1; }
}

# listening: waits until $server listens, and sets $port; fails where it ends instead.
listening() {
  until_so 'grep -q listening listening || ! kill -0 $server 2>/dev/null'
  port=$(sed 's/.*:\([0-9]*\)\/$/\1/' listening)
  [ -n "$port" ]
}

# get TARGET [HEADER…]: the status and the body, then the Dossier headers.
get() {
  local target=$1
  shift
  exec 3<>"/dev/tcp/127.0.0.1/$port"
  { printf 'GET %s HTTP/1.1\r\nHost: localhost:%s\r\nConnection: close\r\n' "$target" "$port"
    [ $# = 0 ] || printf '%s\r\n' "$@"
    printf '\r\n'; } >&3
  tr -d '\r' <&3 >answer
  exec 3<&-
  sed -n '1s/^HTTP.1.1 \([0-9]*\).*/\1/p' answer | tr '\n' ' '
  sed '1,/^$/d' answer
  echo
  sed '/^$/q' answer | grep '^Dossier-' || true
}

# stop [SIGNAL]: ends the server and prints its exit status.
stop() {
  kill -"${1:-TERM}" $server
  local status=0
  wait $server || status=$?
  echo "exit $status"
}
