#!/usr/bin/env bash
# Packs all packages, installs them into an empty folder and runs the server from there: no sources, no workspace.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
work=$(mktemp -d)
server=

cleanup() {
  if [ -n "$server" ]; then kill -KILL "$server" 2>/dev/null || true; fi
  rm -rf "$work"
}
trap cleanup EXIT

# Uses the workspace's Node, but none of its packages.
mkdir "$work/bin" "$work/tarballs" "$work/boat"
ln -s "$root/node_modules/node/bin/node" "$work/bin/node"

cd "$root"
npm pack --silent --pack-destination "$work/tarballs" --workspace packages --workspace plugins
# The server contains the console, the core and the simulators, the fleet runs from its sources, and the test kit is for tests:
# they are not published.
rm "$work"/tarballs/marinedata-{console,core,create,fleet,pilot-simulators,testing}-*.tgz
for tarball in "$work"/tarballs/*.tgz; do
  files=$(tar -tzf "$tarball")
  if grep -E '^package/(src/|dist/.*\.test\.)' <<<"$files"; then
    echo "smoke: $(basename "$tarball") contains sources or tests"
    exit 1
  fi
  for file in LICENSE NOTICE; do
    grep -q "^package/$file$" <<<"$files" || { echo "smoke: $(basename "$tarball") lacks $file"; exit 1; }
  done
  grep -q '^package/README.md$' <<<"$files" || { echo "smoke: $(basename "$tarball") lacks README.md"; exit 1; }
done

cd "$work/boat"
export PATH="$work/bin:$PATH"
npm init --yes >/dev/null
# Everything that a server needs, as npm would install it: plugin-api is for authors of plugins.
mkdir "$work/authors"
mv "$work"/tarballs/marinedata-plugin-api-*.tgz "$work/authors"
npm install --ignore-scripts --no-audit --no-fund --prefer-offline "$work"/tarballs/marinedata-{plugin-,[0-9]}*.tgz
# Our plugins are a package each. What others have made must stay few.
packages=$(npm ls --all --parseable | tail -n +2 | sort -u | wc -l)
others=$(npm ls --all --parseable | tail -n +2 | sort -u | grep -cvE 'node_modules/(@marinedata/[^/]+|marinedata)$')
kilobytes=$(du -sk --apparent-size node_modules | cut -f 1)
echo "smoke: $packages packages with $kilobytes kB are installed, $others of them made by others"
if [ "$others" -gt 5 ] || [ "$kilobytes" -gt 28672 ]; then
  echo "smoke: at most 5 packages of others and 28,672 kB may be installed"
  exit 1
fi
npx --no-install marinedata --help

# Not started with npx: npx would receive the signal instead of the server.
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
  echo "smoke: the server printed no address"
  cat "$work/out"
  exit 1
fi

echo "smoke: GET $url/marinedata"
curl --silent --show-error --fail --max-time 10 "$url/marinedata"
script=$(curl --silent --fail --max-time 10 "$url/" | grep -o '/assets/console-[^"]*\.js')
curl --silent --show-error --fail --max-time 10 --output /dev/null "$url$script"
echo "smoke: the console is served by $script"
curl --silent --show-error --fail --max-time 10 --output /dev/null "$url/charts/coast/0/0/0"
curl --silent --show-error --fail --max-time 10 "$url/guide/" | grep -q '<h1'
echo

# Plugins that are enabled at the first start. There is no account yet to ask the server, so this looks for the process.
wait_for_plugin() {
  for _ in $(seq 100); do
    if pgrep -P "$server" -f "/plugin-$1/dist/index.js" >/dev/null; then
      echo "smoke: plugin $1 is running"
      return 0
    fi
    sleep 0.1
  done
  echo "smoke: plugin $1 is not running after 10 s"
  cat "$work/out"
  return 1
}
wait_for_plugin anchor-watch
wait_for_plugin nmea0183
wait_for_plugin nmea2000

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
  echo "smoke: the server exited with code $code after SIGTERM"
  cat "$work/out"
  exit 1
fi
echo "smoke: the server started, answered and stopped"

# The demo: a simulated boat.
began=$(date +%s%N)
./node_modules/.bin/marinedata demo --port 0 >"$work/demo" 2>&1 &
server=$!
pilots=
# A busy machine takes longer than the second of a quiet one: the time is printed, not judged.
for _ in $(seq 600); do
  url=$(grep -Eo 'listening on http://[^ ]+' "$work/demo" | head -n 1 | cut -d ' ' -f 3 || true)
  if [ -n "$url" ] && [ "$(curl -s -o /dev/null -w '%{http_code}' --max-time 1 "$url/marinedata/v2/api/vessels/self/autopilots/_default")" = 200 ]; then
    pilots="$url/marinedata/v2/api/vessels/self/autopilots"
    break
  fi
  sleep 0.1
done
milliseconds=$((($(date +%s%N) - began) / 1000000))
if [ -z "$pilots" ]; then
  echo "smoke: the demo had no autopilot after $milliseconds ms"
  cat "$work/demo"
  exit 1
fi
echo "smoke: the demo had an autopilot after $milliseconds ms"

# steer METHOD PATH [BODY]: sends a request to the autopilot; fails unless the status is 200.
steer() {
  local answer
  answer=$(curl -s --max-time 15 -w ' %{http_code}' -X "$1" ${3:+-H 'content-type: application/json' -d "$3"} "$pilots/_default/$2")
  echo "smoke: $1 $2 ${3:-}: $answer"
  [ "${answer##* }" = 200 ]
}
steer POST engage
steer PUT target/adjust '{"value":10,"units":"deg"}'
steer PUT mode '{"value":"wind"}'
# A tack is possible only towards the side that the wind comes from.
steer POST tack/port || steer POST tack/starboard
steer POST disengage
steer POST engage
steer PUT dodge '{"value":-15,"units":"deg"}'
steer DELETE dodge
steer POST disengage
# Drops the anchor, sets a radius and raises the anchor.
anchor="${pilots%/autopilots}/navigation/anchor"
# anchor_command NAME [BODY]: sends a command to the anchor; fails unless the status is 200.
anchor_command() {
  local answer
  answer=$(curl -s --max-time 5 -w ' %{http_code}' -X POST ${2:+-H 'content-type: application/json' -d "$2"} "$anchor/$1")
  echo "smoke: POST $1 ${2:-}: $answer"
  [ "${answer##* }" = 200 ]
}
anchor_command drop
anchor_command radius '{"value":60}'
anchor_command raise
kill -INT "$server"
code=0
wait "$server" || code=$?
server=
if [ "$code" -ne 0 ]; then
  echo "smoke: the demo exited with code $code"
  cat "$work/demo"
  exit 1
fi
echo "smoke: the demo accepted all commands"
