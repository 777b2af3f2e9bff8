/**
 * Writes all artefacts of a release into `out/`: npm packages, Debian packages, images for containers, bill of
 * materials, provenance and checksums. The same commit gives the same bytes. The npm packages are checked with publint.
 *
 * `--twice` builds everything twice and compares. `--sign KEY` signs the checksums. `--built` takes `dist/` as it is.
 * `--only amd64` or `--only arm64` leaves the other architecture out. `--level 3` compresses faster and less.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { writeBill } from './package/bill.ts'
import { checkTarballs } from './package/check-tarballs.ts'
import { signChecksums, writeChecksums, writeProvenance } from './package/checksums.ts'
import { buildDebianPackage } from './package/debian-package.ts'
import { buildImage } from './package/image.ts'
import { packTarballs } from './package/installed-tree.ts'
import { releaseOf, run, type Architecture } from './package/release.ts'

const root = join(import.meta.dirname, '..')
// The modes of the files in an artefact must not depend on the builder.
process.umask(0o022)
const architectures: readonly Architecture[] = ['amd64', 'arm64']

const { values } = parseArgs({
  options: {
    twice: { type: 'boolean' },
    built: { type: 'boolean' },
    sign: { type: 'string' },
    only: { type: 'string' },
    out: { type: 'string' },
    level: { type: 'string', default: '19' },
  },
})
const chosen = architectures.filter((name) => values.only === undefined || values.only === name)
if (chosen.length === 0) throw new Error(`--only takes ${architectures.join(' or ')}`)

const build = (): void => {
  run('npm', ['run', 'build'], { cwd: root })
}

/** Writes everything into an empty folder and returns the checksums. */
const packageInto = async (out: string): Promise<string> => {
  rmSync(out, { recursive: true, force: true })
  mkdirSync(out, { recursive: true })
  const release = releaseOf(root, out, Number(values.level))
  packTarballs(release)
  await checkTarballs(release)
  for (const architecture of chosen) {
    const tree = mkdtempSync(join(tmpdir(), 'marinedata-deb-'))
    try {
      process.stdout.write(`package: ${buildDebianPackage(release, architecture, tree)}\n`)
      process.stdout.write(`package: ${buildImage(release, architecture, tree)}\n`)
    } finally {
      rmSync(tree, { recursive: true, force: true })
    }
  }
  writeBill(release)
  writeProvenance(release)
  return writeChecksums(out)
}

const out = resolve(root, values.out ?? 'out')
if (values.built !== true) build()
const first = await packageInto(out)
if (values.twice === true) {
  build()
  const again = mkdtempSync(join(tmpdir(), 'marinedata-again-'))
  try {
    const second = await packageInto(again)
    if (first !== second) {
      process.stderr.write(`package: the second build differs\n${first}\n${second}`)
      process.exit(1)
    }
    process.stdout.write('package: the second build is equal, byte for byte\n')
  } finally {
    rmSync(again, { recursive: true, force: true })
  }
}
if (values.sign !== undefined) signChecksums(out, values.sign)
process.stdout.write(first)
