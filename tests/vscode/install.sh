#!/usr/bin/env bash
# Puts a real VS Code (code-server from npm) into .e2e/ and finds a browser. Says what it does; a second run does nothing.
# Exit code 3: there is no browser and none can be installed here.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
version=4.100.3
place=$root/.e2e
done_mark=$place/.installed-$version

say() { echo "vscode tests: $*"; }

browser() { command -v chromium || command -v chromium-browser || command -v google-chrome || true; }

if [ -z "$(browser)" ]; then
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    say "no Chromium here; installing it with apt-get"
    export DEBIAN_FRONTEND=noninteractive
    { apt-get update -q && apt-get install -y -q --no-install-recommends chromium fonts-liberation; } >"${TMPDIR:-/tmp}/retrograd-apt.log" 2>&1 ||
      { tail -20 "${TMPDIR:-/tmp}/retrograd-apt.log"; exit 3; }
  else
    say "no Chromium on the PATH, and none can be installed without root and apt-get"
    exit 3
  fi
fi

if [ ! -f "$done_mark" ]; then
  say "installing code-server $version into .e2e (about a minute)"
  rm -rf "$place"
  mkdir -p "$place"
  cd "$place"
  echo '{"private":true}' >package.json
  node_bin=$(readlink -f "$(command -v node)")
  export npm_config_nodedir=${node_bin%/bin/node} npm_config_audit=false npm_config_fund=false npm_config_update_notifier=false
  log=$place/install.log
  run() { "$@" >>"$log" 2>&1 || { tail -30 "$log"; exit 1; }; }
  # Without its install scripts: they want prebuilt downloads. The one native module that it needs to start is built here.
  run npm install "code-server@$version" --ignore-scripts
  run npm rebuild argon2 --build-from-source
  cd node_modules/code-server/lib/vscode
  run npm install --ignore-scripts --omit=dev
  # links that the install scripts would have made
  ln -sfn node_modules node_modules.asar
  ln -sfn code-linux.sh bin/remote-cli/code-server
  ln -sfn browser-linux.sh bin/helpers/browser.sh
  gyp=$(npm root -g)/npm/node_modules/node-gyp/bin/node-gyp.js
  for module in @vscode/spdlog native-watchdog; do
    # the first writes the log files, the second ends what a killed server leaves
    if [ -d "node_modules/$module" ]; then (cd "node_modules/$module" && run node "$gyp" rebuild); fi
  done
  touch "$done_mark"
fi
say "code-server $version and $(browser) are there"
