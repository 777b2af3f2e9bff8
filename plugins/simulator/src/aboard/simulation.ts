import { MarineDataError, type Boat, type SentDelta } from '@marinedata/plugin-api'
import type { Situation } from '../simulated-boat.ts'
import type { FaultRequest } from './faults.ts'

export const pluginName = 'simulator'
export const positionPath = 'navigation.position'

/** What is simulated: a voyage, or a stay at anchor. */
export interface Scene extends Disposable {
  register(): Promise<void>
  fault(request: FaultRequest): void
  place(situation: Situation): void
  pace(factor: number): void
  /** Ends it, and takes back all that was told. */
  end(): Promise<void>
}

const endedKey = 'endedBy'
/** A receiver that is there is heard within this time. */
const listenMs = 5_000

const isOwn = (source: string): boolean => source === pluginName || source.startsWith(`${pluginName}.`)

/** Whose position it is; undefined when nobody else tells one. */
const realSourceIn = ({ updates }: SentDelta): string | undefined =>
  updates.find(
    ({ $source = '', values = [] }) =>
      !isOwn($source) &&
      values.some(({ path, value, stale }) => path === positionPath && value !== null && stale !== true),
  )?.$source

/**
 * A scene that gives way to a real boat: simulated and real never mix. It has ended when a position comes from anyone else, and
 * stays so until the plugin is switched off and on; then it listens first whether one still comes.
 */
export class Simulation implements AsyncDisposable {
  readonly #boat: Boat
  readonly #makeScene: () => Scene
  readonly #stack = new AsyncDisposableStack()
  #scene: Scene | undefined
  #endedBy: string | undefined

  constructor(boat: Boat, makeScene: () => Scene) {
    this.#boat = boat
    this.#makeScene = makeScene
  }

  async start(): Promise<void> {
    const wasEnded = (await this.#boat.storage.get(endedKey)) !== undefined
    if (wasEnded) this.#listenFirst()
    else await this.#begin()
    const wish = { sendCachedValues: false, subscribe: [{ path: positionPath, sources: 'all' as const }] }
    this.#stack.use(await this.#boat.subscribe(wish, (delta) => this.#hear(delta)))
  }

  fault(request: FaultRequest): void {
    this.#running().fault(request)
  }

  place(situation: Situation): void {
    this.#running().place(situation)
  }

  pace(factor: number): void {
    this.#running().pace(factor)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#scene?.[Symbol.dispose]()
    await this.#stack[Symbol.asyncDispose]()
  }

  async #begin(): Promise<void> {
    this.#scene = this.#makeScene()
    await this.#scene.register()
  }

  #listenFirst(): void {
    this.#boat.status('warning', 'A real position ended it before: it begins in 5 s, unless one comes')
    const begin = async (): Promise<void> => {
      if (this.#endedBy !== undefined) return
      await this.#boat.storage.set({ [endedKey]: null })
      await this.#begin()
    }
    const timer = setTimeout(() => {
      begin().catch((error: Error) => this.#boat.status('error', error.message))
    }, listenMs)
    this.#stack.defer(() => clearTimeout(timer))
  }

  async #hear(delta: SentDelta): Promise<void> {
    const source = this.#endedBy === undefined ? realSourceIn(delta) : undefined
    if (source === undefined) return
    this.#endedBy = source
    this.#boat.status('warning', `A real position came from ${source}: the simulation has ended`)
    await this.#scene?.end()
    await this.#boat.storage.set({ [endedKey]: source })
  }

  #running(): Scene {
    if (this.#scene !== undefined && this.#endedBy === undefined) return this.#scene
    throw new MarineDataError('unsupported-action', 'Nothing is simulated: a real position came')
  }
}
