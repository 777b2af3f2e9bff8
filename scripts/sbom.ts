/**
 * Writes two bills of materials as CycloneDX, of an installed server and of the fleet ashore, each with the console that it
 * serves, and prints the licence of each package. Fails when a package has an install script.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readJson } from '../test/architecture/read-tree.ts'
import {
  bundledInto,
  licenceOf,
  nativeFaults,
  runtimePackages,
  type Lock,
  type LockEntry,
  type RuntimePackages,
} from '../test/architecture/runtime-packages.ts'

const root = join(import.meta.dirname, '..')
const consoleWorkspace = 'packages/console'

interface Product {
  /** The workspace that is installed. It serves the console, whose packages are bundled into assets. */
  readonly workspace: string
  readonly file: string
}

const products: readonly Product[] = [
  { workspace: 'packages/server', file: 'dist/sbom.cdx.json' },
  { workspace: 'packages/fleet', file: 'dist/sbom-fleet.cdx.json' },
]

function fail(message: string): never {
  process.stderr.write(`sbom: ${message}\n`)
  process.exit(1)
}

/** The path of a package in a folder with only `start` installed. */
function placeWhenInstalled(place: string, lock: Lock, start: string): string {
  if (place.startsWith('node_modules/')) return place
  const at = place.indexOf('/node_modules/')
  const workspace = at < 0 ? place : place.slice(0, at)
  const name = lock[workspace]?.name ?? fail(`${workspace} has no name`)
  const home = workspace === start ? '' : `node_modules/${name}`
  return at < 0 ? home : `${home}${place.slice(at)}`.replace(/^\//, '')
}

/** The lock file of such a folder: `start` at its root, no workspace, and bundled packages as if they were installed. */
function lockWhenInstalled(lock: Lock, { ours, installed }: RuntimePackages, start: string): Lock {
  const packages = new Map<string, LockEntry>()
  const { name = '', version = '' } = lock[consoleWorkspace] ?? fail('the console is not in the lock file')
  for (const place of [...ours, ...installed.keys()]) {
    const then = placeWhenInstalled(place, lock, start)
    if (packages.has(then)) fail(`${place} and another package would both stand at ${then}`)
    const { devDependencies = {}, ...entry } = lock[place] ?? {}
    const bundled = place.includes('node_modules/') ? {} : bundledInto({ devDependencies })
    const served = place === start ? { [name]: version } : {}
    // What is needed for the build only is bundled.
    packages.set(then, {
      ...entry,
      dev: false,
      dependencies: { ...entry.dependencies, ...bundled, ...served },
    })
  }
  return Object.fromEntries(packages)
}

/** Runs npm, without the network, for the bill of materials of that lock file. */
function billOf(packages: Lock): string {
  const temporary = mkdtempSync(join(tmpdir(), 'marinedata-sbom-'))
  // npm writes the name of the folder into the bill, so it must be the same each time.
  const folder = join(temporary, 'marinedata')
  try {
    mkdirSync(folder)
    writeFileSync(join(folder, 'package.json'), JSON.stringify(packages['']))
    const lock = { lockfileVersion: 3, requires: true, packages }
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock))
    const words = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--omit', 'dev', '--offline']
    return execFileSync('npm', words, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}

function printLicences(installed: RuntimePackages['installed']): void {
  const rows = [...installed]
    .map(([place, { version = '' }]) => [
      place.slice(place.lastIndexOf('node_modules/') + 13),
      version,
      licenceOf(place),
    ])
    .toSorted(([one = ''], [other = '']) => one.localeCompare(other))
  const width = Math.max(...rows.map(([name = '']) => name.length))
  for (const [name = '', version = '', licence = ''] of rows)
    process.stdout.write(`${name.padEnd(width)}  ${version.padEnd(10)}  ${licence}\n`)
}

function writeBill(lock: Lock, { workspace, file }: Product): void {
  const runtime = runtimePackages(lock, workspace, consoleWorkspace)
  const faults = [...runtime.missing, ...nativeFaults(runtime.installed)]
  if (faults.length > 0) fail(faults.join('\n'))
  const bill = billOf(lockWhenInstalled(lock, runtime, workspace))
  const { components } = JSON.parse(bill) as { components: readonly unknown[] }
  const others = runtime.ours.length - 1
  if (components.length !== runtime.installed.size + others)
    fail(
      `${components.length} packages are in ${file}, ${runtime.installed.size + others} in an installation`,
    )
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(join(root, file), bill)
  printLicences(runtime.installed)
  process.stdout.write(
    `sbom: ${file} has ${runtime.installed.size} third-party packages (${runtime.direct.size} of them named by ours) and ` +
      `${others} of ours beside ${workspace}; none runs a script at its installation\n`,
  )
}

// Safe: npm wrote the lock file.
const { packages: lock } = readJson('package-lock.json') as { packages: Lock }
for (const product of products) writeBill(lock, product)
