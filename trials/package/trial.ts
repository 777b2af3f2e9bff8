/**
 * Tries the packages of a release and prints one line of JSON per case. Needs root, and `npm run build` before it.
 * `--quick` leaves out what needs a download, compresses less, and tries only the architecture of most machines.
 * `--only arm64` only starts the package for arm64, emulated. `--only npm` only installs the npm packages and starts the
 * demo. `--only memory` only measures the memory of the server and its plugins. `--only packages` is everything else.
 */
import { spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { signChecksums, writeChecksums, writeProvenance } from '../../scripts/package/checksums.ts'
import { buildDebianPackage, writeDebianTree } from '../../scripts/package/debian-package.ts'
import { buildImage } from '../../scripts/package/image.ts'
import { packTarballs } from '../../scripts/package/installed-tree.ts'
import { environmentOf, releaseOf, run, type Release } from '../../scripts/package/release.ts'
import { liveInContainer } from './container.ts'
import { tryIdleMemory } from './idle-memory.ts'
import { tryNpm } from './npm-install.ts'
import { tryNpmPage } from './npm-page.ts'
import { UnpackedImage, UnpackedPackage } from './unpacked.ts'
import { tryRootedServer } from './rooted-server.ts'

const root = join(import.meta.dirname, '../..')
const unit = join(root, 'packaging/debian/marinedata.service')
const largestExposure = 3
const groups = ['packages', 'npm', 'memory', 'arm64'] as const
const { values } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, only: { type: 'string' } },
})
if (values.only !== undefined && !groups.some((group) => group === values.only))
  throw new Error(`--only takes ${groups.join(', ')}`)
const work = mkdtempSync(join(tmpdir(), 'marinedata-trial-'))
let failures = 0

const print = (line: string): void => {
  if (!line.includes('"pass":true')) failures++
  process.stdout.write(`${line}\n`)
}

const report = (name: string, result: Readonly<Record<string, unknown>>): void =>
  print(JSON.stringify({ case: name, ...result }))

/** The same package with a lower version, as an earlier release. */
const previousOf = (release: Release, tree: string): string => {
  const control = join(tree, 'DEBIAN/control')
  writeFileSync(control, readFileSync(control, 'utf8').replace(/^Version: .*/m, 'Version: 0.0.1'))
  const file = join(work, 'previous.deb')
  run('dpkg-deb', ['--root-owner-group', '-Zzstd', '-z1', '--build', tree, file], {
    env: environmentOf(release),
  })
  return file
}

/** Lintian does not read zstd, so it gets the same files compressed with gzip. */
const tryLintian = (release: Release, tree: string): void => {
  const file = join(work, 'marinedata.deb')
  run('dpkg-deb', ['--root-owner-group', '-Zgzip', '-z1', '--build', tree, file], {
    env: environmentOf(release),
  })
  const words = ['--fail-on', 'error', '--allow-root', file]
  const { status, stdout } = spawnSync('lintian', words, { encoding: 'utf8', timeout: 600_000 })
  report('lintian', { pass: status === 0, tags: stdout.trim().split('\n').filter(Boolean) })
}

/** Settings of a unit that hide files in /proc. The kernel then allows no sandbox a /proc of its own. */
const hidesProc = /^(?:ProtectKernelTunables|ProtectKernelLogs)=(?:yes|true|1)|^ProcSubset=pid/m

const tryUnit = (): void => {
  const text = run('systemd-analyze', ['security', '--offline=true', '--no-pager', unit])
  const exposure = Number(/exposure level for \S+: ([\d.]+)/.exec(text)?.[1] ?? Number.NaN)
  const isProcWhole = !hidesProc.test(readFileSync(unit, 'utf8'))
  report('exposure', { pass: exposure <= largestExposure && isProcWhole, exposure, isProcWhole })
}

const trySignature = (release: Release): void => {
  writeProvenance(release)
  writeChecksums(release.out)
  run('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: release.out })
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const pem = { type: 'spki', format: 'pem' } as const
  writeFileSync(join(work, 'key.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }))
  writeFileSync(join(work, 'public.pem'), publicKey.export(pem))
  signChecksums(release.out, join(work, 'key.pem'))
  const words = ['pkeyutl', '-verify', '-rawin', '-pubin', '-inkey', join(work, 'public.pem')]
  const { status } = spawnSync('openssl', [...words, '-in', 'SHA256SUMS', '-sigfile', 'SHA256SUMS.sig'], {
    cwd: release.out,
  })
  report('signature', { pass: status === 0 })
}

const tryImage = async (release: Release, tree: string): Promise<void> => {
  using image = new UnpackedImage(buildImage(release, 'amd64', tree))
  const megabytes = Number(run('du', ['-sm', image.program.root]).split('\t')[0])
  report('image', { ...(await tryRootedServer({ ...image.program, isEmulated: false })), megabytes })
}

const megabytesOf = (file: string): number => Math.round(readFileSync(file).length / 100_000) / 10

const tryPackages = async (release: Release): Promise<void> => {
  const tree = join(work, 'amd64')
  mkdirSync(tree)
  tryUnit()
  const present = buildDebianPackage(release, 'amd64', tree)
  report('package-amd64', { pass: true, megabytes: megabytesOf(present) })
  tryLintian(release, tree)
  const previous = previousOf(release, tree)
  for (const line of await liveInContainer({ previous, present })) print(line)
  if (!values.quick) await tryImage(release, tree)
  trySignature(release)
}

const tryMemory = async (release: Release): Promise<void> => {
  const tree = join(work, 'memory')
  mkdirSync(tree)
  writeDebianTree(release, 'amd64', tree)
  report('idle-memory', await tryIdleMemory(tree))
}

/** The server and its plugins for arm64, emulated: their times and memory are not those of a Raspberry Pi. */
const tryEmulated = async (release: Release): Promise<void> => {
  const tree = join(work, 'arm64')
  mkdirSync(tree)
  const file = buildDebianPackage(release, 'arm64', tree)
  using unpacked = new UnpackedPackage(file, 'arm64')
  const result = await tryRootedServer({ ...unpacked.program, isEmulated: true })
  report('package-arm64-emulated', { ...result, megabytes: megabytesOf(file) })
}

/** Whether a group of cases is wanted. */
const isWanted = (group: (typeof groups)[number]): boolean =>
  values.only === undefined ? group === 'packages' || !values.quick : values.only === group

try {
  const out = join(work, 'out')
  mkdirSync(out)
  const release = releaseOf(root, out, values.quick || values.only !== undefined ? 1 : 19)
  packTarballs(release)
  if (isWanted('packages')) await tryPackages(release)
  if (isWanted('npm')) {
    report('npm', await tryNpm(release))
    report('npm-page', await tryNpmPage(root, release.version))
  }
  if (isWanted('memory')) await tryMemory(release)
  if (isWanted('arm64')) await tryEmulated(release)
} finally {
  rmSync(work, { recursive: true, force: true })
}
process.stdout.write(`trial: ${failures === 0 ? 'all cases passed' : `${failures} cases failed`}\n`)
process.exitCode = failures === 0 ? 0 : 1
