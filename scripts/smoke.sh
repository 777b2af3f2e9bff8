#!/usr/bin/env bash
# Packs all packages, installs them into an empty folder and runs the server from there: no sources, no workspace.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
work=$(mktemp -d)
server=

cleanup() {
  if [ -n "$server" ]; then kill -KILL "$server" 2>/dev/null || true; fi
  rm -rf "$work"
}
trap cleanup EXIT

# Only the runtime is borrowed from the workspace, none of its packages.
mkdir "$work/bin" "$work/tarballs" "$work/boat"
ln -s "$root/node_modules/node/bin/node" "$work/bin/node"

cd "$root"
npm pack --silent --pack-destination "$work/tarballs" --workspace packages --workspace plugins
# The console is no package of its own: it travels, bundled, inside the server.
rm "$work"/tarballs/marinedata-console-*.tgz
for tarball in "$work"/tarballs/*.tgz; do
  files=$(tar -tzf "$tarball")
  if grep -E '^package/(src/|dist/.*\.test\.)' <<<"$files"; then
    echo "smoke: $(basename "$tarball") holds sources or tests"
    exit 1
  fi
  for file in LICENSE NOTICE; do
    grep -q "^package/dist/$file$" <<<"$files" || { echo "smoke: $(basename "$tarball") lacks $file"; exit 1; }
  done
done

cd "$work/boat"
export PATH="$work/bin:$PATH"
npm init --yes >/dev/null
npm install --ignore-scripts --no-audit --no-fund --prefer-offline "$work"/tarballs/*.tgz
npx --no-install marinedata --help

# Started as npx would start it, but without npx between us and the signal.
./node_modules/.bin/marinedata --port 0 --data "$work/data" >"$work/out" 2>&1 &
server=$!

url=
for _ in $(seq 100); do
  url=$(grep -Eo 'https?://(127\.0\.0\.1|localhost|\[::1\]):[1-9][0-9]*' "$work/out" | head -n 1 || true)
  if [ -n "$url" ]; then break; fi
  if ! kill -0 "$server" 2>/dev/null; then break; fi
  sleep 0.1
done
if [ -z "$url" ]; then
  echo "smoke: the server did not say where it listens"
  cat "$work/out"
  exit 1
fi

echo "smoke: GET $url/marinedata"
curl --silent --show-error --fail --max-time 10 "$url/marinedata"
script=$(curl --silent --fail --max-time 10 "$url/" | grep -o '/assets/console-[^"]*\.js')
curl --silent --show-error --fail --max-time 10 --output /dev/null "$url$script"
echo "smoke: the console is served by $script"
curl --silent --show-error --fail --max-time 10 --output /dev/null "$url/charts/coast/0/0/0"
echo

# What a boat has from its first start, without anyone asking for it. Nobody is aboard yet, so the process tells.
runs_from_the_start() {
  for _ in $(seq 100); do
    if pgrep -P "$server" -f "/plugin-$1/dist/index.js" >/dev/null; then
      echo "smoke: $1 runs"
      return 0
    fi
    sleep 0.1
  done
  echo "smoke: $1 does not run"
  cat "$work/out"
  return 1
}
runs_from_the_start anchor-watch
runs_from_the_start nmea0183

kill -TERM "$server"
for _ in $(seq 100); do
  kill -0 "$server" 2>/dev/null || break
  sleep 0.1
done
if kill -0 "$server" 2>/dev/null; then
  echo "smoke: the server did not stop within 10 s of SIGTERM"
  cat "$work/out"
  exit 1
fi
code=0
wait "$server" || code=$?
server=
if [ "$code" -ne 0 ]; then
  echo "smoke: the server ended with code $code after SIGTERM"
  cat "$work/out"
  exit 1
fi
echo "smoke: started, answered and stopped"

# A simulated boat, as a stranger would try it.
began=$(date +%s%N)
./node_modules/.bin/marinedata demo --port 0 >"$work/demo" 2>&1 &
server=$!
pilots=
for _ in $(seq 150); do
  url=$(grep -Eo 'listening on http://[^ ]+' "$work/demo" | head -n 1 | cut -d ' ' -f 3 || true)
  if [ -n "$url" ] && [ "$(curl -s -o /dev/null -w '%{http_code}' --max-time 1 "$url/marinedata/v2/api/vessels/self/autopilots/_default")" = 200 ]; then
    pilots="$url/marinedata/v2/api/vessels/self/autopilots"
    break
  fi
  sleep 0.02
done
milliseconds=$((($(date +%s%N) - began) / 1000000))
if [ -z "$pilots" ] || [ "$milliseconds" -gt 3000 ]; then
  echo "smoke: the demo had no autopilot after $milliseconds ms"
  cat "$work/demo"
  exit 1
fi
echo "smoke: the demo had an autopilot after $milliseconds ms"

# steer METHOD PATH [BODY]: has to be answered with 200.
steer() {
  local answer
  answer=$(curl -s --max-time 15 -w ' %{http_code}' -X "$1" ${3:+-H 'content-type: application/json' -d "$3"} "$pilots/_default/$2")
  echo "smoke: $1 $2 ${3:-}: $answer"
  [ "${answer##* }" = 200 ]
}
steer POST engage
steer PUT target/adjust '{"value":10,"units":"deg"}'
steer PUT mode '{"value":"wind"}'
# The wind is on one side; the bow can turn through it to that side only.
steer POST tack/port || steer POST tack/starboard
steer POST disengage
steer POST engage
steer PUT dodge '{"value":-15,"units":"deg"}'
steer DELETE dodge
steer POST disengage
# The same boat lets go its anchor, sets a radius and sails on.
anchor="${pilots%/autopilots}/navigation/anchor"
# moor VERB [BODY]: has to be answered with 200.
moor() {
  local answer
  answer=$(curl -s --max-time 5 -w ' %{http_code}' -X POST ${2:+-H 'content-type: application/json' -d "$2"} "$anchor/$1")
  echo "smoke: POST $1 ${2:-}: $answer"
  [ "${answer##* }" = 200 ]
}
moor drop
moor radius '{"value":60}'
moor raise
kill -INT "$server"
code=0
wait "$server" || code=$?
server=
if [ "$code" -ne 0 ]; then
  echo "smoke: the demo ended with code $code"
  cat "$work/demo"
  exit 1
fi
echo "smoke: the simulated boat was steered"
