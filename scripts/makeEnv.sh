#!/bin/sh
# Makes .env of .env.example, with random values for what has none; what .env has already stays. May run any number of times.
#   sh scripts/makeEnv.sh [FILE]
set -eu
example=$(dirname "$0")/../.env.example
target=${1:-$(dirname "$0")/../.env}
umask 077

random() {
  case $1 in
    *_KEY) head -c 32 /dev/urandom | base64 ;;
    *) head -c 24 /dev/urandom | od -An -v -tx1 | tr -d ' \n' ;;
  esac
}

touch "$target"
chmod o= "$target"
# Of a file whose last line has no end, that line would run into the first new one.
[ -z "$(tail -c 1 "$target")" ] || echo >>"$target"
while IFS= read -r line; do
  case $line in '' | '#'*) continue ;; esac
  name=${line%%=*}
  # A secret without a value is none, as in a copy of .env.example: the later line holds.
  case $line in *=) held="^$name=." ;; *) held="^$name=" ;; esac
  if grep -q "$held" "$target"; then continue; fi
  case $line in *=) line=$line$(random "$name") ;; esac
  printf '%s\n' "$line" >>"$target"
done <"$example"
