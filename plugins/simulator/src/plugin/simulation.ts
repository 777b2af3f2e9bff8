import { MarineDataError, type Boat, type SentDelta } from '@marinedata/plugin-api'
import type { Situation } from '../simulated-boat.ts'
import { isSwitchboardFault, type FaultRequest, type SceneFault } from './faults.ts'
import { Switchboard } from './switchboard.ts'

export const pluginName = 'simulator'
export const positionPath = 'navigation.position'

/** What is simulated: a boat under sail, or a stay at anchor. */
export interface Scene extends Disposable {
  register(): Promise<void>
  fault(request: SceneFault): void
  place(situation: Situation): void
  pace(factor: number): void
  /** Activates the MOB beacon of a person in the water for five minutes. */
  distress(): void
  /** Stops, and publishes null for everything it has published. */
  end(): Promise<void>
}

const endedKey = 'endedBy'
/** A real receiver is noticed within this time. */
const listenMs = 5_000

const isOwn = (source: string): boolean => source === pluginName || source.startsWith(`${pluginName}.`)

/** The source of a foreign position; undefined when there is none. */
const realSourceIn = ({ updates }: SentDelta): string | undefined =>
  updates.find(
    ({ $source = '', values = [] }) =>
      !isOwn($source) &&
      values.some(({ path, value, stale }) => path === positionPath && value !== null && stale !== true),
  )?.$source

/**
 * Runs a scene and stops it when a real boat is present: simulated and real data never mix. It stops when a position
 * comes from another source, and stays stopped until the plugin is disabled and enabled. Then it first waits to see
 * whether a real position still comes.
 */
export class Simulation implements AsyncDisposable {
  readonly #boat: Boat
  readonly #makeScene: () => Scene
  readonly #stack = new AsyncDisposableStack()
  #scene: Scene | undefined
  #switchboard: Switchboard | undefined
  #endedBy: string | undefined

  constructor(boat: Boat, makeScene: () => Scene) {
    this.#boat = boat
    this.#makeScene = makeScene
  }

  async start(): Promise<void> {
    const wasEnded = (await this.#boat.storage.get(endedKey)) !== undefined
    if (wasEnded) this.#listenFirst()
    else await this.#begin()
    const subscription = {
      sendCachedValues: false,
      subscribe: [{ path: positionPath, sources: 'all' as const }],
    }
    this.#stack.use(await this.#boat.subscribe(subscription, (delta) => this.#handleDelta(delta)))
  }

  fault(request: FaultRequest): void {
    const { name, on } = request
    const scene = this.#running()
    if (isSwitchboardFault(name)) this.#switchboard?.fail(name, on)
    else scene.fault({ ...request, name })
  }

  place(situation: Situation): void {
    this.#running().place(situation)
  }

  pace(factor: number): void {
    this.#running().pace(factor)
  }

  distress(): void {
    this.#running().distress()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#scene?.[Symbol.dispose]()
    this.#switchboard?.[Symbol.dispose]()
    await this.#stack[Symbol.asyncDispose]()
  }

  async #begin(): Promise<void> {
    this.#scene = this.#makeScene()
    await this.#scene.register()
    this.#switchboard = new Switchboard(this.#boat)
    await this.#switchboard.register()
  }

  #listenFirst(): void {
    this.#boat.status('warning', 'Stopped by a real position before: starts in 5 s unless one is received')
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

  async #handleDelta(delta: SentDelta): Promise<void> {
    const source = this.#endedBy === undefined ? realSourceIn(delta) : undefined
    if (source === undefined) return
    this.#endedBy = source
    this.#boat.status('warning', `A real position came from ${source}: the simulation has ended`)
    await Promise.all([this.#scene?.end(), this.#switchboard?.end()])
    await this.#boat.storage.set({ [endedKey]: source })
  }

  #running(): Scene {
    if (this.#scene !== undefined && this.#endedBy === undefined) return this.#scene
    throw new MarineDataError(
      'unsupported-action',
      'The simulation has stopped, because a real position was received',
    )
  }
}
