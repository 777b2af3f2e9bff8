import {
  isNameText,
  WorstAlerts,
  type BusNews,
  type InstanceNames,
  type NameText,
  type Timer,
} from '@marinedata/nmea2000'
import type { Boat } from '@marinedata/plugin-api'
import { Bus } from './bus.ts'
import { readIdentity } from './own-node.ts'

/** A source has at most 64 characters: a bus, a dot, and a NAME of 16. */
const longestBusName = 47
/** Limits of one delta. */
const limits = { updates: 64, values: 512 }

/** The name of a bus in sources, from the id of its input. */
export const busNameOf = (id: string): string =>
  id
    .replaceAll(/[^A-Za-z0-9.-]+/g, '-')
    .slice(-longestBusName)
    .replace(/^[^A-Za-z0-9]+/, '') || 'bus'

const namesIn = (saved: unknown): [number, NameText][] =>
  Array.isArray(saved)
    ? saved.filter((entry): entry is [number, NameText] => Array.isArray(entry) && isNameText(entry[1]))
    : []

export interface BusesOptions {
  readonly timer: Timer
  readonly names: InstanceNames
  readonly sends: boolean
}

/** All buses, by the input that they are read from. They are published, and remembered over restarts. */
export class Buses implements Disposable {
  readonly #boat: Boat
  readonly #options: BusesOptions
  readonly #buses = new Map<string, Promise<Bus>>()
  readonly #made = new DisposableStack()
  readonly #alerts = new WorstAlerts()

  constructor(boat: Boat, options: BusesOptions) {
    this.#boat = boat
    this.#options = options
  }

  /** The bus of an input. It is made when it is first asked for. */
  async get(id: string): Promise<Bus> {
    const known = this.#buses.get(id) ?? this.#make(busNameOf(id))
    this.#buses.set(id, known)
    return await known
  }

  [Symbol.dispose](): void {
    this.#made[Symbol.dispose]()
  }

  async #make(name: string): Promise<Bus> {
    const { storage } = this.#boat
    const [namesKey, identityKey] = [`names.${name}`, `identity.${name}`]
    const remembered = namesIn(await storage.get(namesKey))
    const identity = await readIdentity(storage, identityKey)
    const bus = new Bus({
      ...this.#options,
      remembered,
      identity,
      publish: (news) => this.#publish(name, news),
      save: (names, own) => void this.#save({ [namesKey]: names, [identityKey]: own }),
    })
    return this.#made.disposed ? bus : this.#made.use(bus)
  }

  async #save(values: Readonly<Record<string, unknown>>): Promise<void> {
    try {
      await this.#boat.storage.set(values)
    } catch (error) {
      this.#boat.log.warn(`could not save the devices of the bus: ${(error as Error).message}`)
    }
  }

  #publish(bus: string, { updates, alerts }: BusNews): void {
    const timestamp = new Date().toISOString()
    const parts = updates.flatMap(({ device, values }) =>
      piecesOf(values, limits.values).map((piece) => ({
        $source: `${bus}.${device}`,
        timestamp,
        values: piece,
      })),
    )
    for (const piece of piecesOf(parts, limits.updates)) this.#boat.publishDelta({ updates: piece })
    for (const { path, device, condition } of alerts)
      void this.#raise(path, this.#alerts.take({ path, condition, device: `${bus}.${device}` }))
  }

  async #raise(path: string, condition: Parameters<Boat['raise']>[1]): Promise<void> {
    try {
      await this.#boat.raise(path, condition)
    } catch (error) {
      this.#boat.log.warn(`could not raise ${path}: ${(error as Error).message}`)
    }
  }
}

/** A list in pieces of at most so many items. */
const piecesOf = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
