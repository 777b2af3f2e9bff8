#!/bin/sh
# Runs marinedata with the Node of the package. For root and for the user of the service, commands work on the data
# folder of the service; for other users, on a folder of their own.
set -e
node=/usr/lib/marinedata/bin/node
main=/usr/lib/marinedata/node_modules/marinedata/dist/cli/main.js
case "$(id -un)" in
  root)
    MARINEDATA_DATA=${MARINEDATA_DATA:-/var/lib/marinedata}
    NODE_COMPILE_CACHE=/var/cache/marinedata
    HOME=/var/lib/marinedata
    export MARINEDATA_DATA NODE_COMPILE_CACHE HOME
    exec setpriv --reuid marinedata --regid marinedata --init-groups "$node" "$main" "$@"
    ;;
  marinedata)
    MARINEDATA_DATA=${MARINEDATA_DATA:-/var/lib/marinedata}
    export MARINEDATA_DATA
    ;;
esac
exec "$node" "$main" "$@"
