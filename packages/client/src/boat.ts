import type { Discovery, Leaf, Root } from '@marinedata/model'
import { MarineDataClient, type ClientOptions } from './marine-data-client.ts'
import {
  access,
  alerts,
  anchor,
  autopilots,
  charts,
  controls,
  course,
  history,
  logbook,
  plugins,
  resources,
  server,
  vessel,
  weather,
} from './operations/features.generated.ts'
import type { PairOptions } from './pairing/pair.ts'
import { treeAddress, type TreePath } from './paths/tree-path.ts'
import type { KnownPath, LeafAt } from './paths/known-path.ts'
import type { RequestOptions } from './request-json.ts'

/**
 * A client of one boat, with the tree and all features. To bundle only some of them, use `MarineDataClient` and import
 * the features that you need: `autopilots(client).adjust(…)`.
 */
export class Boat extends MarineDataClient {
  readonly autopilots = autopilots(this)
  readonly anchor = anchor(this)
  readonly alerts = alerts(this)
  readonly controls = controls(this)
  readonly course = course(this)
  readonly resources = resources(this)
  readonly history = history(this)
  readonly weather = weather(this)
  readonly plugins = plugins(this)
  readonly logbook = logbook(this)
  readonly vessel = vessel(this)
  readonly charts = charts(this)
  readonly access = access(this)
  readonly server = server(this)

  /** Reads the discovery document: endpoints and own vessel. */
  discover(options: RequestOptions = {}): Promise<Discovery> {
    return this.#read('', options)
  }

  /** Reads the root object with the whole tree. */
  root(options: RequestOptions = {}): Promise<Root> {
    return this.#read(treeAddress([]), options)
  }

  /**
   * Reads a path below the root: a leaf, or the type that the caller expects there.
   *
   * @param path `vessels/self/navigation/position` with identifiers URL-encoded, or its segments as they are
   */
  async get<T = Leaf>(path: TreePath, options: RequestOptions = {}): Promise<T> {
    return this.#read(treeAddress(path), options)
  }

  /**
   * Reads a value of the own vessel by its path. The type of the value follows from the metadata of the path, so a
   * misspelt path does not compile. Use `get` for paths without metadata.
   */
  value<const Path extends KnownPath>(path: Path, options: RequestOptions = {}): Promise<LeafAt<Path>> {
    return this.get<LeafAt<Path>>(['vessels', 'self', ...path.split('.')], options)
  }

  /** Pairs this program with a boat, and connects with the token. `boat.token` is to be stored. */
  static async pair(options: ClientOptions & PairOptions): Promise<Boat> {
    // Loaded when it is needed: a program pairs once in its life.
    const { pair } = await import('./pairing/pair.ts')
    const token = await pair(new MarineDataClient(options), options)
    return new Boat({ ...options, token })
  }

  async #read<T>(path: string, options: RequestOptions): Promise<T> {
    // The server responds by its schemas; the caller names the type for this path.
    return (await this.send('GET', path, options)) as T
  }
}
