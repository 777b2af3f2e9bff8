#!/usr/bin/env bash
# Packs the four packages, installs them into an empty folder and runs the server from there: no sources, no workspace.
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
npm pack --silent --pack-destination "$work/tarballs" \
  --workspace packages/model --workspace packages/core --workspace packages/client --workspace packages/server
for tarball in "$work"/tarballs/*.tgz; do
  files=$(tar -tzf "$tarball")
  if grep -E '(^package/src/|\.test\.)' <<<"$files"; then
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
echo

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
