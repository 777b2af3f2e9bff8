import { MarineDataError } from '@marinedata/model'
import type { LaunchedPlugin } from '@marinedata/plugin-api/host'

type Rpc = LaunchedPlugin['rpc']

/** One process of a plugin, as a provider of answers. */
export class ProcessPort {
  #rpc: Rpc | undefined

  attach({ rpc }: { readonly rpc: Rpc }): void {
    this.#rpc = rpc
  }

  /** The connection; undefined before the process is attached. */
  protected get rpc(): Rpc | undefined {
    return this.#rpc
  }

  /** @throws MarineDataError `plugin-not-running` */
  protected get connected(): Rpc {
    if (this.#rpc === undefined) throw new MarineDataError('plugin-not-running', 'The plugin is not running')
    return this.#rpc
  }
}
