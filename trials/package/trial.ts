import { spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCases, type Report } from '../runner/run-cases.ts'
import { runCommand } from '../runner/run-command.ts'
import type { CaseResult, Trial, TrialContext } from '../runner/trial.ts'
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

/** What the cases share: a folder, and the packages of a release, packed once. */
interface Packed {
  readonly work: string
  readonly release: Release
}

type Figures = Readonly<Record<string, unknown>>

interface Tried extends Packed {
  readonly report: Report
}

/** Reports what one part of a case has found. */
const reportPart = (report: Report, part: string, { pass, ...figures }: Figures): void =>
  report(pass === true, { part, ...figures })

/** The same package with a lower version, as an earlier release. */
const previousOf = ({ release, work }: Packed, tree: string): string => {
  const control = join(tree, 'DEBIAN/control')
  writeFileSync(control, readFileSync(control, 'utf8').replace(/^Version: .*/m, 'Version: 0.0.1'))
  const file = join(work, 'previous.deb')
  run('dpkg-deb', ['--root-owner-group', '-Zzstd', '-z1', '--build', tree, file], {
    env: environmentOf(release),
  })
  return file
}

/** Lintian does not read zstd, so it gets the same files compressed with gzip. */
const tryLintian = ({ release, work, report }: Tried, tree: string): void => {
  const file = join(work, 'marinedata.deb')
  run('dpkg-deb', ['--root-owner-group', '-Zgzip', '-z1', '--build', tree, file], {
    env: environmentOf(release),
  })
  const words = ['--fail-on', 'error', '--allow-root', file]
  const { status, stdout } = spawnSync('lintian', words, { encoding: 'utf8', timeout: 600_000 })
  report(status === 0, { part: 'lintian', tags: stdout.trim().split('\n').filter(Boolean) })
}

/** Settings of a unit that hide files in /proc. With them, the kernel does not let a sandbox mount its own /proc. */
const hidesProc = /^(?:ProtectKernelTunables|ProtectKernelLogs)=(?:yes|true|1)|^ProcSubset=pid/m

const tryUnit = ({ report }: Tried): void => {
  const text = run('systemd-analyze', ['security', '--offline=true', '--no-pager', unit])
  const exposure = Number(/exposure level for \S+: ([\d.]+)/.exec(text)?.[1] ?? Number.NaN)
  const isProcWhole = !hidesProc.test(readFileSync(unit, 'utf8'))
  report(exposure <= largestExposure && isProcWhole, { part: 'exposure', exposure, isProcWhole })
}

const trySignature = ({ release, work, report }: Tried): void => {
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
  report(status === 0, { part: 'signature' })
}

const tryImage = async ({ release, report }: Tried, tree: string): Promise<void> => {
  using image = new UnpackedImage(buildImage(release, 'amd64', tree))
  const megabytes = Number(run('du', ['-sm', image.program.root]).split('\t')[0])
  const found = await tryRootedServer({ ...image.program, isEmulated: false })
  reportPart(report, 'image', { ...found, megabytes })
}

const megabytesOf = (file: string): number => Math.round(readFileSync(file).length / 100_000) / 10

const tryPackages = async (tried: Tried, isQuick: boolean): Promise<void> => {
  const { work, release, report } = tried
  const tree = join(work, 'amd64')
  mkdirSync(tree)
  tryUnit(tried)
  const present = buildDebianPackage(release, 'amd64', tree)
  report(true, { part: 'package-amd64', megabytes: megabytesOf(present) })
  tryLintian(tried, tree)
  const previous = previousOf(tried, tree)
  for (const line of await liveInContainer({ previous, present })) {
    const { case: part, ...found } = JSON.parse(line) as CaseResult
    reportPart(report, part, found)
  }
  if (!isQuick) await tryImage(tried, tree)
  trySignature(tried)
}

const tryMemory = async ({ work, release, report }: Tried): Promise<void> => {
  const tree = join(work, 'memory')
  mkdirSync(tree)
  writeDebianTree(release, 'amd64', tree)
  reportPart(report, 'idle-memory', await tryIdleMemory(tree))
}

/** The server and its plugins for arm64, emulated: their times and memory differ from a Raspberry Pi’s. */
const tryEmulated = async ({ work, release, report }: Tried): Promise<void> => {
  const tree = join(work, 'arm64')
  mkdirSync(tree)
  const file = buildDebianPackage(release, 'arm64', tree)
  using unpacked = new UnpackedPackage(file, 'arm64')
  const found = await tryRootedServer({ ...unpacked.program, isEmulated: true })
  reportPart(report, 'package-arm64-emulated', { ...found, megabytes: megabytesOf(file) })
}

const tryRelease = async ({ release, report }: Tried): Promise<void> => {
  reportPart(report, 'npm', await tryNpm(release))
  reportPart(report, 'npm-page', await tryNpmPage(root, release.version))
}

async function* tryAll(context: TrialContext): AsyncGenerator<CaseResult, void> {
  const { isQuick, cases } = context
  const work = mkdtempSync(join(tmpdir(), 'marinedata-trial-'))
  try {
    const out = join(work, 'out')
    mkdirSync(out)
    // The full form compresses as a release does.
    const release = releaseOf(root, out, isQuick || cases.length === 1 ? 1 : 19)
    if (cases.some((name) => name !== 'smoke' && name !== 'bill')) packTarballs(release)
    yield* runCases(context, {
      // Packs all packages, installs them into an empty folder and runs the server from there.
      smoke: (report) => runCommand('bash trials/package/smoke.sh', report),
      bill: (report) => runCommand('npm run sbom', report),
      packages: (report) => tryPackages({ work, release, report }, isQuick),
      npm: (report) => tryRelease({ work, release, report }),
      memory: (report) => tryMemory({ work, release, report }),
      arm64: (report) => tryEmulated({ work, release, report }),
    })
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

export const trial: Trial = {
  name: 'package',
  sentence:
    'Installs, starts, kills, upgrades and removes what a release publishes: Debian packages, images and npm packages. Needs root.',
  covers: ['packaging', 'scripts/package', 'packages/server/src/cli', 'docs/install.md'],
  needs: ['dist'],
  cases: {
    smoke: { short: 400, full: 400 },
    bill: { short: 240, full: 240 },
    packages: { short: 900, full: 1_800 },
    npm: { full: 900 },
    memory: { full: 900 },
    arm64: { full: 1_800 },
  },
  run: tryAll,
}
