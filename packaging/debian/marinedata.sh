#!/bin/sh
# Runs marinedata with the Node of the package. For root and for the user of the service, commands work on the data
# folder of the service; for other users, on a folder of their own.
set -e
node=/usr/lib/marinedata/bin/node
main=/usr/lib/marinedata/node_modules/marinedata/dist/cli/main.js
case "$(id -un)" in
  root)
    MARINEDATA_DATA=${MARINEDATA_DATA:-/var/lib/marinedata}
    HOME=/var/lib/marinedata
    export MARINEDATA_DATA HOME
    case "$1" in
      # They write outside the folder: to a stick that only root may write to, and beside the folder. Both leave the
      # folder to its owner. The compiled code belongs to the service.
      backup | restore)
        NODE_DISABLE_COMPILE_CACHE=1
        export NODE_DISABLE_COMPILE_CACHE
        exec "$node" "$main" "$@"
        ;;
    esac
    NODE_COMPILE_CACHE=/var/cache/marinedata
    export NODE_COMPILE_CACHE
    exec setpriv --reuid marinedata --regid marinedata --init-groups "$node" "$main" "$@"
    ;;
  marinedata)
    MARINEDATA_DATA=${MARINEDATA_DATA:-/var/lib/marinedata}
    export MARINEDATA_DATA
    ;;
esac
exec "$node" "$main" "$@"
