import { signal, type ReadonlySignal } from '@preact/signals'
import type { MarineDataClient } from '@marinedata/client'
import type { PluginList, PluginLog, PluginReport, PluginSettings } from '@marinedata/model'

/** Operations on a plugin. */
export type PluginChange = 'enable' | 'approve' | 'disable' | 'restart'

/** The reports of all plugins, and the operations on them. */
export class PluginStore {
  readonly #client: MarineDataClient
  readonly #plugins = signal<readonly PluginReport[] | undefined>(undefined)

  constructor(client: MarineDataClient) {
    this.#client = client
  }

  /** Sorted by name: a card keeps its place when its plugin is turned on or off. */
  get plugins(): ReadonlySignal<readonly PluginReport[] | undefined> {
    return this.#plugins
  }

  async refresh(): Promise<void> {
    const list = await this.#client.call<PluginList>('GET', 'plugins')
    this.#plugins.value = Object.values(list).toSorted((one, other) => one.name.localeCompare(other.name))
  }

  async change(name: string, verb: PluginChange): Promise<void> {
    try {
      await this.#client.call('POST', ['plugins', name, verb])
    } finally {
      await this.refresh()
    }
  }

  /** Uses or releases an input; resolves when its data flows or stops. */
  async choose(
    { plugin, id }: { readonly plugin: string; readonly id: string },
    isUsed: boolean,
  ): Promise<void> {
    try {
      const action = isUsed ? 'use' : 'release'
      await this.#client.call('POST', ['plugins', plugin, 'actions', action], { body: { id } })
    } finally {
      await this.refresh()
    }
  }

  settings(name: string): Promise<PluginSettings> {
    return this.#client.call('GET', ['plugins', name, 'settings'])
  }

  log(name: string): Promise<PluginLog> {
    return this.#client.call('GET', ['plugins', name, 'log'])
  }

  async set(name: string, body: PluginSettings): Promise<void> {
    try {
      await this.#client.call('PUT', ['plugins', name, 'settings'], { body })
    } finally {
      await this.refresh()
    }
  }
}
