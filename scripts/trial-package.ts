/**
 * Tries the packages of a release and prints one line of JSON per case. Needs root, and `npm run build` before it.
 * `--quick` leaves out what needs a download, compresses less, and tries only the architecture of most machines.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { signChecksums, writeChecksums, writeProvenance } from './package/checksums.ts'
import { buildDebianPackage } from './package/debian-package.ts'
import { buildImage } from './package/image.ts'
import { packTarballs } from './package/installed-tree.ts'
import { environmentOf, releaseOf, run, type Architecture, type Release } from './package/release.ts'
import { liveInContainer } from './trial-package/container.ts'
import { UnpackedImage } from './trial-package/image-run.ts'

const root = join(import.meta.dirname, '..')
const unit = join(root, 'packaging/debian/marinedata.service')
const largestExposure = 3
const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
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

const tryLintian = (file: string): void => {
  // Lintian knows no zstd yet; dpkg reads it since Debian 12.
  const words = ['--fail-on', 'error', '--allow-root', '--suppress-tags', 'malformed-deb-archive', file]
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

const tryImage = async (release: Release, architecture: Architecture, tree: string): Promise<void> => {
  using image = new UnpackedImage(buildImage(release, architecture, tree))
  const isEmulated = architecture !== 'amd64'
  const megabytes = Number(execFileSync('du', ['-sm', image.root], { encoding: 'utf8' }).split('\t')[0])
  const result = await image.start({ isEmulated })
  report(isEmulated ? `image-${architecture}-emulated` : 'image', { ...result, megabytes })
}

const tryArchitecture = async (release: Release, architecture: Architecture): Promise<void> => {
  const tree = join(work, architecture)
  mkdirSync(tree)
  const present = buildDebianPackage(release, architecture, tree)
  const megabytes = Math.round(readFileSync(present).length / 100_000) / 10
  report(`package-${architecture}`, { pass: true, megabytes })
  if (architecture === 'amd64') {
    tryLintian(present)
    const previous = previousOf(release, tree)
    for (const line of await liveInContainer({ previous, present })) print(line)
  }
  if (!values.quick) await tryImage(release, architecture, tree)
}

try {
  const out = join(work, 'out')
  mkdirSync(out)
  const release = releaseOf(root, out, values.quick ? 1 : 19)
  tryUnit()
  packTarballs(release)
  await tryArchitecture(release, 'amd64')
  if (!values.quick) await tryArchitecture(release, 'arm64')
  trySignature(release)
} finally {
  rmSync(work, { recursive: true, force: true })
}
process.stdout.write(`trial: ${failures === 0 ? 'all cases passed' : `${failures} cases failed`}\n`)
process.exitCode = failures === 0 ? 0 : 1
