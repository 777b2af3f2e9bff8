import type { MarineDataClient } from '@marinedata/client'
import { Resource } from '#boat/requests.ts'
import type {
  CataloguePlugin,
  PluginCatalogue,
  PluginLog,
  PluginReport,
  PluginSettings,
} from '@marinedata/model'

/** Operations on a plugin. */
export type PluginChange = 'enable' | 'approve' | 'disable' | 'restart'

/** A plugin is loaded over the link of the boat, which may be slow. */
const installMs = 200_000

/** The reports of all plugins, and the operations on them. */
export class PluginStore {
  readonly #client: MarineDataClient
  /** Sorted by name: a card keeps its place when its plugin is turned on or off. */
  readonly plugins: Resource<readonly PluginReport[]>

  constructor(client: MarineDataClient) {
    this.#client = client
    this.plugins = new Resource(async () => {
      const list = await client.call('GET plugins')
      return Object.values(list).toSorted((one, other) => one.name.localeCompare(other.name))
    })
  }

  async change(name: string, verb: PluginChange): Promise<void> {
    try {
      await this.#client.call(`POST plugins/{plugin}/${verb}`, { params: { plugin: name } })
    } finally {
      await this.plugins.refresh()
    }
  }

  /** Uses or releases an input; resolves when its data flows or stops. */
  async choose(
    { plugin, id }: { readonly plugin: string; readonly id: string },
    isUsed: boolean,
  ): Promise<void> {
    try {
      const action = isUsed ? 'use' : 'release'
      await this.#client.call('POST plugins/{plugin}/actions/{action}', {
        params: { plugin, action },
        body: { id },
      })
    } finally {
      await this.plugins.refresh()
    }
  }

  settings(name: string): Promise<PluginSettings> {
    return this.#client.call('GET plugins/{plugin}/settings', { params: { plugin: name } })
  }

  log(name: string): Promise<PluginLog> {
    return this.#client.call('GET plugins/{plugin}/log', { params: { plugin: name } })
  }

  async set(name: string, body: PluginSettings): Promise<void> {
    try {
      await this.#client.call('PUT plugins/{plugin}/settings', { params: { plugin: name }, body })
    } finally {
      await this.plugins.refresh()
    }
  }

  catalogue(): Promise<PluginCatalogue> {
    return this.#client.call('GET plugin-catalogue')
  }

  async install({ name, version }: CataloguePlugin): Promise<void> {
    try {
      await this.#client.call('POST plugin-catalogue/{plugin}/install', {
        params: { plugin: name },
        body: { version },
        timeoutMs: installMs,
      })
    } finally {
      await this.plugins.refresh()
    }
  }

  async remove(name: string): Promise<void> {
    try {
      await this.#client.call('DELETE plugins/{plugin}', { params: { plugin: name } })
    } finally {
      await this.plugins.refresh()
    }
  }
}
