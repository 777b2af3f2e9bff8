#!/bin/bash
# The life of the Debian package on a machine with systemd. Runs as the only service of a container that has booted, and
# writes one line of JSON per case to /trial/results.
set -u
cd /trial || exit 1
exec >/trial/log 2>&1
data=/var/lib/marinedata
# Every wait has this many seconds.
patience=120

report() { printf '{"case":"%s","pass":%s%s}\n' "$1" "$2" "${3:+,$3}" >>/trial/results; }
verdict() { if [ "$?" -eq 0 ]; then echo true; else echo false; fi; }
now() { date +%s%3N; }
answers() { [ "$(curl -s -o /dev/null --max-time 5 -w '%{http_code}' http://127.0.0.1:3000/marinedata)" = 200 ]; }
# within COMMAND…: repeats a command until it succeeds.
within() {
  local until=$(($(date +%s) + patience))
  until "$@"; do
    [ "$(date +%s)" -lt "$until" ] || return 1
    sleep 0.2
  done
}
main_pid() { systemctl show --property MainPID --value marinedata.service; }
status_of() { awk -v name="$1:" '$1 == name { print $2 }' "/proc/$2/status"; }

began=$(now)
dpkg --install /trial/previous.deb && within answers
report install "$(verdict)" "\"milliseconds\":$(($(now) - began)),\"kilobytes\":$(dpkg-query -W -f '${Installed-Size}' marinedata)"

pid=$(main_pid)
[ "$(stat --format %U "/proc/$pid")" = marinedata ]
user=$(verdict)
[ "$(status_of NoNewPrivs "$pid")" = 1 ] && [ "$(status_of Seccomp "$pid")" = 2 ] && [ "$(status_of CapEff "$pid")" = 0000000000000000 ]
report confined "$(verdict)" "\"ownUser\":$user"

# Plugins run in user namespaces of their own, so the sandbox works inside the confinement of the service.
sandboxed() {
  local plugin
  plugin=$(pgrep -u marinedata -f 'plugin-anchor-watch/dist/index.js' | tail -n 1)
  [ -n "$plugin" ] && [ "$(readlink "/proc/$plugin/ns/user")" != "$(readlink "/proc/$(main_pid)/ns/user")" ]
}
within sandboxed
sandbox=$(verdict)
report sandbox "$sandbox" "\"plugins\":$(pgrep -c -u marinedata -f '/plugin-[a-z0-9-]*/dist/index.js')"

# A command of the owner works on the data of the service, and leaves them to the service.
token=$(marinedata access token create trial --role viewer)
allowed() {
  [ "$(curl -s -o /dev/null --max-time 5 -w '%{http_code}' -H "authorization: Bearer $token" http://127.0.0.1:3000/marinedata/v2/api/vessels/self/autopilots)" = 200 ]
}
[ -n "$token" ] && within allowed && [ -z "$(find "$data" ! -user marinedata)" ]
report command "$(verdict)"

began=$(now)
# 0 would be this script itself.
if [ "$pid" -gt 0 ]; then kill -KILL "$pid"; fi
restarted() { [ "$(main_pid)" != "$pid" ] && [ "$(main_pid)" != 0 ] && answers; }
within restarted
report killed "$(verdict)" "\"milliseconds\":$(($(now) - began))"

began=$(now)
dpkg --install /trial/present.deb && within answers && within allowed
intact=$(verdict)
[ "$(dpkg-query -W -f '${Version}' marinedata)" = "$(dpkg-deb --field /trial/present.deb Version)" ] && [ "$intact" = true ]
report upgraded "$(verdict)" "\"dataIntact\":$intact,\"milliseconds\":$(($(now) - began))"

# At an orderly stop the server stops its plugins, which save what they have: systemd must not end them itself.
began=$(date +%s)
systemctl stop marinedata && ! journalctl --unit marinedata --since "@$began" | grep 'plugin failed'
report stopped "$(verdict)"
systemctl start marinedata && within answers

# A stick that only root may write to, as most are. The restored folder belongs to the service.
mkdir -m 0700 /trial/stick
marinedata backup /trial/stick && systemctl stop marinedata && marinedata backup /trial/stick/stopped.tar.gz &&
  [ -z "$(find "$data" ! -user marinedata)" ] && marinedata restore /trial/stick/marinedata-*.tar.gz &&
  systemctl start marinedata && within answers && within allowed && [ -z "$(find "$data" ! -user marinedata)" ] &&
  [ -z "$(find /usr/lib/marinedata /var/cache/marinedata -newer /trial/stick -user root -type f)" ]
report restored "$(verdict)"

dpkg --remove marinedata && ! answers && [ -f "$data/marinedata.db" ] && [ ! -e /usr/lib/marinedata ]
report removed "$(verdict)" '"dataKept":true'

dpkg --purge marinedata && [ -z "$(ls -d "$data"* 2>/dev/null)" ] && [ ! -e /var/cache/marinedata ] && ! getent passwd marinedata
report purged "$(verdict)"

. /trial/follow-page.sh
journalctl --unit marinedata --no-pager | tail -n 60
