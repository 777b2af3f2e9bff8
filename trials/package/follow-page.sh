# Follows the page of the installation as its reader would, on the same machine, after the package was purged. The functions
# are those of inside.sh; page.sh has the commands of the page.
mkdir -p /trial/page /media/usb
cp /trial/present.deb "/trial/page/marinedata_$(dpkg-deb --field /trial/present.deb Version)_amd64.deb"
cd /trial/page || exit 1
# A file for the other architecture is in the list, too, and was not downloaded.
{ sha256sum -- *.deb && echo "$(printf '0%.0s' {1..64})  marinedata_other_arm64.deb"; } >SHA256SUMS
mkdir package
echo '{"name":"tide-table","version":"1.0.0","type":"module","main":"index.js"}' >package/package.json
echo '{"name":"tide-table","version":"1.0.0","description":"Shows the tide"}' >package/marinedata-plugin.json
: >package/index.js
tar -czf /tmp/plugin.tgz package
# The answers of the reader to apt.
echo 'APT::Get::Assume-Yes "true";' >/etc/apt/apt.conf.d/99trial
# This machine has no sudo, and the script is root. The reader's editor writes a setting.
printf '#!/bin/sh\nexec "$@"\n' >/usr/local/bin/sudo
printf '#!/bin/sh\necho "{\\"name\\":\\"Trial\\"}" >"$1"\n' >/usr/local/bin/sudoedit
chmod 755 /usr/local/bin/sudo /usr/local/bin/sudoedit

followed=0
failed=0
# follow SHOWN RUN
follow() {
  local verdict=true
  echo "==> $2"
  eval "$2" </dev/null || verdict=false
  # The service of the page starts meanwhile.
  if systemctl is-active --quiet marinedata; then within answers || verdict=false; fi
  followed=$((followed + 1))
  if [ "$verdict" = false ]; then
    failed=$((failed + 1))
    report install-page-command false "\"command\":$1"
  fi
}
. /trial/page.sh
[ "$failed" -eq 0 ] && [ "$followed" -ge 10 ] && [ -n "$(find /media/usb -name 'marinedata-*.tar.gz')" ] && [ ! -e "$data" ]
report install-page "$(verdict)" "\"commands\":$followed"
