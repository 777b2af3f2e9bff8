import { isReservedName, isServerName, MarineDataError } from '@marinedata/model'
import {
  checkSchemas,
  manifestFile,
  readPackageFile,
  readProgram,
  type PluginManifest,
} from '@marinedata/plugin-api/host'
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { extname, join } from 'node:path'
import { pluginLimits, refuse } from './tarball.ts'

/** Where a plugin came from. Saved in its folder. */
interface Origin {
  readonly package: string
  /** The registry or the catalogue that it came from; absent for a file or folder. */
  readonly registry?: string
  readonly catalogue?: string
}

export interface StagedPlugin {
  readonly folder: string
  readonly manifest: PluginManifest
  readonly package: string
  readonly version: string
}

export interface InstalledPlugin {
  readonly name: string
  readonly version: string
  readonly origin: Origin
}

const originFile = '.marinedata-origin.json'
const oldPrefix = '.old-'
const stagedPrefix = '.staged-'
/** Another command may be at work: it does not take that long. */
const abandonedMs = 3_600_000

const isAbandoned = (name: string, path: string): boolean =>
  name.startsWith(stagedPrefix) && Date.now() - lstatSync(path).mtimeMs > abandonedMs

interface PackageFile {
  readonly name?: unknown
  readonly version?: unknown
  readonly dependencies?: Readonly<Record<string, string>>
}

const checkDependencies = (folder: string, { dependencies = {} }: PackageFile): void => {
  const missing = Object.keys(dependencies).filter((name) => !existsSync(join(folder, 'node_modules', name)))
  if (missing.length > 0)
    refuse(
      `The plugin needs ${missing.join(', ')}, which it does not contain. There is no npm aboard: ` +
        'its author must bundle them into its code or list them in bundleDependencies',
    )
}

const checkEntry = (entry: string | undefined): void => {
  if (entry !== undefined && /^\.[cm]?tsx?$/.test(extname(entry)))
    refuse(`The main module ${entry} of the plugin is TypeScript. Its author must publish JavaScript`)
}

/** @throws MarineDataError with the reason when the folder contains no plugin that can run on a boat */
export const checkPlugin = (folder: string): StagedPlugin => {
  const described = readPackageFile(folder) as PackageFile
  const { name, version } = described
  if (typeof name !== 'string' || typeof version !== 'string')
    return refuse('The package.json of the plugin names no name and version')
  const { manifest, entry } = readProgram(folder)
  if (manifest === undefined) return refuse(`The plugin contains no ${manifestFile}`)
  if (isServerName(manifest.name) || isReservedName(manifest.name))
    return refuse(`The name "${manifest.name}" is reserved for a part of the product`)
  checkSchemas(manifest, manifestFile)
  checkDependencies(folder, described)
  checkEntry(entry)
  return { folder, manifest, package: name, version }
}

/** Plugins that people installed: `plugins/` in the data folder, one folder each. */
export class PluginFolder {
  readonly #folder: string

  constructor(dataFolder: string) {
    if (!existsSync(dataFolder))
      refuse(`${dataFolder} is not a data folder. Start the server once, or use --data`)
    this.#folder = join(dataFolder, 'plugins')
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    this.#finishInstalling()
  }

  /** An empty folder beside the plugins, which the server does not look into. Deleted when disposed of. */
  stage(): Disposable & { readonly path: string } {
    const path = mkdtempSync(join(this.#folder, stagedPrefix))
    return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
  }

  /** @throws MarineDataError with the reason when the folder contains no plugin that can be installed here */
  check(folder: string): StagedPlugin {
    const staged = checkPlugin(folder)
    const { manifest, package: name } = staged
    const present = this.find(manifest.name)
    if (present === undefined && this.list().length >= pluginLimits.plugins)
      return refuse(`${pluginLimits.plugins} plugins are installed. Remove one first`)
    if (present !== undefined && present.origin.package !== name)
      return refuse(
        `The package ${present.origin.package} is installed as "${manifest.name}". Remove it first`,
      )
    return staged
  }

  /** Puts a checked plugin in the place of the present one, which returns if that fails. */
  install({ folder, manifest, package: name }: StagedPlugin, from: Omit<Origin, 'package'>): void {
    const origin: Origin = { package: name, ...from }
    writeFileSync(join(folder, originFile), `${JSON.stringify(origin)}\n`)
    const place = join(this.#folder, manifest.name)
    const old = join(this.#folder, `${oldPrefix}${manifest.name}`)
    rmSync(old, { recursive: true, force: true })
    if (existsSync(place)) renameSync(place, old)
    try {
      renameSync(folder, place)
    } catch (error) {
      if (existsSync(old)) renameSync(old, place)
      throw error
    }
    rmSync(old, { recursive: true, force: true })
  }

  /** A command that was killed leaves a plugin without its place, the plugin that it replaced, or a staged one. */
  #finishInstalling(): void {
    for (const name of readdirSync(this.#folder)) {
      const path = join(this.#folder, name)
      const place = join(this.#folder, name.slice(oldPrefix.length))
      if (name.startsWith(oldPrefix) && !existsSync(place)) renameSync(path, place)
      else if (name.startsWith(oldPrefix) || isAbandoned(name, path))
        rmSync(path, { recursive: true, force: true })
    }
  }

  find(name: string): InstalledPlugin | undefined {
    return this.list().find((plugin) => plugin.name === name)
  }

  /** Plugins that these commands installed. */
  list(): InstalledPlugin[] {
    return readdirSync(this.#folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
      .flatMap(({ name }) => {
        const file = join(this.#folder, name, originFile)
        if (!existsSync(file)) return []
        const { version } = readPackageFile(join(this.#folder, name))
        // Only `install` writes this file.
        return [{ name, version: String(version), origin: JSON.parse(readFileSync(file, 'utf8')) as Origin }]
      })
      .toSorted((one, other) => one.name.localeCompare(other.name))
  }

  /** @throws MarineDataError `plugin-not-found` */
  remove(name: string): void {
    if (this.find(name) === undefined)
      throw new MarineDataError('plugin-not-found', `No plugin "${name}" was installed with "plugin add"`)
    rmSync(join(this.#folder, name), { recursive: true })
  }
}

/** Copies a plugin under development, without the files of git. Refuses links. */
export const copyFolder = (from: string, to: string): void => {
  let entries = 0
  let bytes = 0
  cpSync(from, to, {
    recursive: true,
    filter: (path) => {
      const entry = lstatSync(path)
      if (entry.isSymbolicLink()) refuse(`${path} is a link. Only files and folders are allowed`)
      bytes += entry.isFile() ? entry.size : 0
      if (++entries > pluginLimits.entries || bytes > pluginLimits.bytes)
        refuse(`${from} has more than ${pluginLimits.entries} files or ${pluginLimits.bytes} bytes`)
      return !path.startsWith(join(from, '.git'))
    },
  })
}
