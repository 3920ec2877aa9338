#!/bin/sh
# Runs a command with a package that nothing else needs: withPackage.sh NAME@VERSION COMMAND…
# npx fetches it once and keeps it in npm's cache; the command finds it by createRequire, which looks in NODE_PATH.
set -eu
package=$1
shift
# npx puts the programs of the package first in PATH.
exec npx --yes --package "$package" -- sh -c 'NODE_PATH=${PATH%%/.bin:*} exec "$@"' sh "$@"
