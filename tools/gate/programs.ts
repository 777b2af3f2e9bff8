/** Installs the Debian packages of programs that the steps need, if one is missing. */
import { spawnSync } from 'node:child_process'

/** The console is used with a real browser, certificates are checked by OpenSSL, plugins run in bubblewrap's sandbox. */
const packageOf: Readonly<Record<string, string>> = {
  chromium: 'chromium',
  'chromium-headless-shell': 'chromium-headless-shell',
  openssl: 'openssl',
  bwrap: 'bubblewrap',
  lintian: 'lintian',
  'systemd-nspawn': 'systemd-container',
  strip: 'binutils',
  zstd: 'zstd',
  prometheus: 'prometheus',
  mosquitto: 'mosquitto',
  mosquitto_sub: 'mosquitto-clients',
  mosquitto_passwd: 'mosquitto',
}

const hasPassed = (command: string, ...args: readonly string[]): boolean =>
  spawnSync(command, args, { stdio: 'inherit' }).status === 0

const missing = Object.entries(packageOf)
  .filter(([program]) => !hasPassed('bash', '-c', `command -v ${program} >/dev/null`))
  .map(([, name]) => name)
// systemd-nspawn starts a systemd, and its package only recommends it.
if (missing.includes('systemd-container')) missing.push('systemd')
// The client for Python follows streams with the package websockets.
if (!hasPassed('bash', '-c', "/usr/bin/python3 -c 'import websockets' 2>/dev/null"))
  missing.push('python3', 'python3-websockets')

const packages = [...new Set(missing)]
console.log(packages.length > 0 ? `missing: ${packages.join(' ')}` : 'every program is installed')
const isInstalled =
  packages.length === 0 ||
  (hasPassed('apt-get', 'update') &&
    hasPassed('apt-get', 'install', '--yes', '--no-install-recommends', ...packages))
process.exitCode = isInstalled ? 0 : 1
