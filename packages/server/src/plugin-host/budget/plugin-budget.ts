import { MarineDataError, type PluginBudget as BudgetReport } from '@marinedata/model'
import type { PluginManifest } from '@marinedata/plugin-api/host'
import { startRank } from '../supervision/providers.ts'
import { folderBytes, type FolderBytes } from './folder-bytes.ts'

/** The total for all plugins. */
export interface BudgetLimits {
  readonly plugins: number
  readonly memoryBytes: number
  readonly storageBytes: number
}

export interface BudgetedPlugin {
  readonly name: string
  readonly isEnabled: boolean
  readonly manifest: PluginManifest | undefined
  readonly run: { readonly usage: { readonly privateBytes: number } | undefined } | undefined
}

interface PluginBudgetOptions {
  readonly limits: BudgetLimits
  /** The folder with the data folders of all plugins. */
  readonly folder: string
  readonly plugins: () => readonly BudgetedPlugin[]
  /** Warns the crew; undefined clears the warning. */
  readonly warn: (message: string | undefined) => void
}

/** Plugins need more memory while they start: only checks in succession above the budget count. */
const checksAbove = 5
/** A warning ends below this share of the budget, so that it does not come and go. */
const endsBelow = 0.9
const checksPerWalk = 60
const walkMs = 5_000

const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`

/** Whether a plugin is enabled in any case: it watches the anchor, steers, or connects a bus. */
const isAlwaysAdmitted = ({ manifest }: BudgetedPlugin): boolean => startRank(manifest ?? {}) < 2

/**
 * The budget of all plugins together. It refuses to enable a further plugin, and warns. It never stops a plugin: a boat at anchor
 * or under pilot must not lose one because another grows.
 */
export class PluginBudget {
  readonly #options: PluginBudgetOptions
  #storage: FolderBytes | undefined
  #walk: Promise<FolderBytes> | undefined
  #checks = 0
  #above = 0
  #isWarned = false

  constructor(options: PluginBudgetOptions) {
    this.#options = options
  }

  /**
   * Checks that the budget has room for a plugin that is to be enabled.
   * @throws MarineDataError `plugin-budget`
   */
  async admit(plugin: BudgetedPlugin): Promise<void> {
    if (isAlwaysAdmitted(plugin)) return
    await this.#measureStorage()
    const reason = this.#refusal()
    if (reason !== undefined) throw new MarineDataError('plugin-budget', reason)
  }

  /** Compares memory and storage with the budget. The host calls it once a second. */
  check(): void {
    if (this.#checks++ % checksPerWalk === 0) void this.#measureStorage()
    const share = this.#usedShare()
    this.#above = share > 1 ? this.#above + 1 : 0
    if (!this.#isWarned && this.#above >= checksAbove) this.#warn(this.#memoryFault() ?? this.#storageFault())
    else if (this.#isWarned && share < endsBelow) this.#warn(undefined)
  }

  report(): BudgetReport {
    const { plugins, memoryBytes, storageBytes } = this.#options.limits
    return {
      plugins: { used: this.#enabled(), limit: plugins },
      memory: { usedBytes: this.#memory() ?? null, limitBytes: memoryBytes },
      storage: {
        usedBytes: this.#storage?.isComplete === true ? this.#storage.bytes : null,
        limitBytes: storageBytes,
      },
    }
  }

  /** The part of the budget that is used: of memory or storage, the larger one. */
  #usedShare(): number {
    const { memoryBytes, storageBytes } = this.#options.limits
    return Math.max((this.#memory() ?? 0) / memoryBytes, (this.#storage?.bytes ?? 0) / storageBytes)
  }

  #warn(message: string | undefined): void {
    this.#isWarned = message !== undefined
    this.#options.warn(message)
  }

  #enabled(): number {
    return this.#options.plugins().filter(({ isEnabled }) => isEnabled).length
  }

  /** The measured memory of each plugin, largest first. */
  #memories(): { readonly name: string; readonly bytes: number }[] {
    return this.#options
      .plugins()
      .flatMap(({ name, run }) => (run?.usage === undefined ? [] : [{ name, bytes: run.usage.privateBytes }]))
      .toSorted((one, other) => other.bytes - one.bytes)
  }

  /** Undefined when no plugin runs whose memory was measured. */
  #memory(): number | undefined {
    const memories = this.#memories()
    return memories.length === 0 ? undefined : memories.reduce((sum, { bytes }) => sum + bytes, 0)
  }

  #refusal(): string | undefined {
    const { plugins: most } = this.#options.limits
    const enabled = this.#enabled()
    if (enabled >= most)
      return `${enabled} plugins are enabled, and the budget is ${most}. Disable one, or change plugins.budget.plugins in the settings`
    const fault = this.#memoryFault() ?? this.#storageFault()
    return fault && `${fault}. Disable a plugin, or change plugins.budget in the settings`
  }

  #memoryFault(): string | undefined {
    const { memoryBytes: most } = this.#options.limits
    const [largest] = this.#memories()
    const memory = this.#memory()
    if (largest === undefined || memory === undefined || memory <= most) return undefined
    const { name, bytes } = largest
    return `All plugins use ${megabytes(memory)} of memory, and the budget is ${megabytes(most)}. The largest is "${name}" with ${megabytes(bytes)}`
  }

  #storageFault(): string | undefined {
    const { storageBytes: most } = this.#options.limits
    const used = this.#storage?.bytes
    if (used === undefined || used <= most) return undefined
    return `The files of all plugins use ${megabytes(used)}, and the budget is ${megabytes(most)}`
  }

  /** Measures the storage, once at a time. */
  async #measureStorage(): Promise<void> {
    this.#walk ??= folderBytes(this.#options.folder, AbortSignal.timeout(walkMs))
    try {
      this.#storage = await this.#walk
    } finally {
      this.#walk = undefined
    }
  }
}
