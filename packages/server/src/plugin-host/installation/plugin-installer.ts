import { MarineDataError, type CataloguePlugin, type PluginCatalogue } from '@marinedata/model'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { claimsBeyond, claimsOf } from '../rights/claims.ts'
import { listedPlugin, readCatalogue, type CataloguedPlugin } from './catalogue.ts'
import { conflictsOf, nameConflictsOf, type KnownPlugin } from './conflicts.ts'

/** The plugins of the running server. */
export interface InstalledPlugins {
  readonly plugins: readonly KnownPlugin[]
  /** Finds a plugin that was installed, or uses its new version. */
  adopt(name: string): Promise<void>
  disable(name: string): Promise<void>
  /** Forgets a plugin that was deleted. */
  forget(name: string): void
}

interface PluginInstallerOptions {
  /** The data folder. */
  readonly folder: string
  /** The address of the catalogue, from the settings. */
  readonly address: string | undefined
  readonly host: InstalledPlugins
  /** The server's own program. It installs in a child process: unpacking thousands of files would block the server. */
  readonly main: URL
}

/** Loading 64 MB over a slow link, and unpacking them. */
const deadlineMs = 180_000
const longestOutput = 4_096

/** Runs a command of the server's program. @throws MarineDataError with its output */
const runCommand = async (main: URL, words: readonly string[]): Promise<void> => {
  const conditions = process.execArgv.filter((word) => word.startsWith('--conditions='))
  const child = spawn(process.execPath, [...conditions, fileURLToPath(main), 'plugin', ...words], {
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: deadlineMs,
    killSignal: 'SIGKILL',
  })
  let text = ''
  child.stderr.on('data', (chunk: Buffer) => {
    text = `${text}${chunk.toString()}`.slice(0, longestOutput)
  })
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
  if (signal !== null) throw new MarineDataError('unconfirmed', `It took longer than ${deadlineMs / 1_000} s`)
  if (code !== 0) throw new MarineDataError('invalid-value', text.replace(/^marinedata: /, '').trim())
}

const offered = (
  { manifest, package: packageName, version, bytes, changes }: CataloguedPlugin,
  known: readonly KnownPlugin[],
): CataloguePlugin => {
  const present = known.find(({ name, origin }) => name === manifest.name && origin === 'folder')
  const claims = claimsOf(manifest, packageName)
  const old = present?.manifest && claimsOf(present.manifest, packageName)
  return {
    name: manifest.name,
    package: packageName,
    version,
    description: manifest.description,
    bytes,
    changes: changes ?? null,
    installed: present?.manifest?.version ?? null,
    claims,
    newClaims: old === undefined ? [] : claimsBeyond(old, claims),
    conflicts: [...nameConflictsOf(manifest, known), ...conflictsOf(manifest, known)],
  }
}

/** Installs, updates and removes plugins while the server runs. Nothing that it installs runs before it is enabled. */
export class PluginInstaller {
  readonly #options: PluginInstallerOptions
  #isBusy = false

  constructor(options: PluginInstallerOptions) {
    this.#options = options
  }

  /** @throws MarineDataError `not-found` without a catalogue, `no-provider` when it cannot be read */
  async catalogue(): Promise<PluginCatalogue> {
    const { address, entries } = await this.#read()
    const known = this.#options.host.plugins
    return { address, plugins: entries.map((entry) => offered(entry, known)) }
  }

  /**
   * Installs a plugin, or updates it.
   * @param version the version whose rights the owner has seen
   */
  async install(name: string, version: string): Promise<void> {
    const { address, entries } = await this.#read()
    const subject = `${name}@${version}`
    listedPlugin(entries, subject)
    const { folder, host, main } = this.#options
    await this.#alone(async () => {
      await runCommand(main, ['add', subject, '--catalogue', address, '--yes', '--data', folder])
      await host.adopt(name)
    })
  }

  /** Stops a plugin and deletes it. Its data and settings stay. */
  async remove(name: string): Promise<void> {
    const { folder, host, main } = this.#options
    const present = host.plugins.find((plugin) => plugin.name === name)
    if (present === undefined) throw new MarineDataError('plugin-not-found', `Plugin "${name}" not found`)
    if (present.origin !== 'folder')
      throw new MarineDataError('invalid-value', `"${name}" was not installed from a catalogue or a file`)
    await this.#alone(async () => {
      await host.disable(name)
      await runCommand(main, ['remove', name, '--data', folder])
      host.forget(name)
    })
  }

  async #read(): Promise<{ address: string; entries: readonly CataloguedPlugin[] }> {
    const { address } = this.#options
    if (address === undefined)
      throw new MarineDataError('not-found', 'No catalogue is set: plugins.catalogue in settings.json')
    try {
      return { address, entries: await readCatalogue(address) }
    } catch (error) {
      throw new MarineDataError('no-provider', (error as Error).message, { cause: error })
    }
  }

  async #alone(change: () => Promise<void>): Promise<void> {
    if (this.#isBusy)
      throw new MarineDataError('busy', 'Another plugin is being installed or removed. Try again')
    this.#isBusy = true
    try {
      await change()
    } finally {
      this.#isBusy = false
    }
  }
}
