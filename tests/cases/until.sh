# until_so CONDITION: returns once the command succeeds; after two minutes, which only a hang takes, says what was
# waited for and fails.
until_so() {
  local end=$((SECONDS + 120))
  until eval "$1"; do
    [ $SECONDS -lt $end ] || { echo "waited in vain: $1"; return 1; }
    sleep 0.05
  done
}
