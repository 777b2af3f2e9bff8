import {
  isNameText,
  WorstAlerts,
  type BusNews,
  type InstanceNames,
  type NameText,
  type Timer,
} from '@marinedata/nmea2000'
import type { Boat } from '@marinedata/plugin-api'
import type { AlertOutputs } from '#alerts/alert-outputs.ts'
import { OwnMessages } from '#alerts/own-messages.ts'
import type { Outputs } from '#outputs/outputs.ts'
import type { SwitchBanks } from '#switches/switch-banks.ts'
import { Bus } from './bus.ts'
import { BusOffer } from './bus-offer.ts'
import { readIdentity } from './own-node.ts'

const longestBusName = 32
/** Limits of one delta. */
const limits = { updates: 64, values: 512 }

/** The name of a bus, also in sources, from the id of its input. The end tells ports apart. */
export const busNameOf = (id: string): string =>
  id
    .replaceAll(/[^A-Za-z0-9-]+/g, '-')
    .slice(-longestBusName)
    .replace(/^[^A-Za-z0-9]+/, '') || 'bus'

const mmsiIn = (context: string): string | undefined => /:mmsi:([0-9]{9})$/.exec(context)?.[1]

const namesIn = (saved: unknown): [number, NameText][] =>
  Array.isArray(saved)
    ? saved.filter((entry): entry is [number, NameText] => Array.isArray(entry) && isNameText(entry[1]))
    : []

export interface BusesOptions {
  readonly timer: Timer
  readonly names: InstanceNames
  readonly sends: boolean
  /** PGNs of the messages that we send regularly. */
  readonly transmits: readonly number[]
  /** What sends them. */
  readonly outputs: Pick<Outputs, 'attach'>
  readonly alerts: Pick<AlertOutputs, 'attach' | 'answered'>
  readonly switches: SwitchBanks
}

/** All buses, by the input that they are read from. They are published, and remembered over restarts. */
export class Buses implements Disposable {
  readonly #boat: Boat
  readonly #options: BusesOptions
  readonly #buses = new Map<string, Promise<Bus>>()
  readonly #made = new DisposableStack()
  readonly #alerts = new WorstAlerts()
  readonly #live = new Set<Bus>()
  readonly #ownMessages: OwnMessages

  constructor(boat: Boat, options: BusesOptions) {
    this.#boat = boat
    this.#options = options
    this.#ownMessages = new OwnMessages(
      () => options.timer.now,
      () => [...this.#live],
    )
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
      busName: name,
      remembered,
      identity,
      ownMmsi: mmsiIn(this.#boat.self),
      ownMessages: this.#ownMessages,
      offer: (offered) =>
        new BusOffer({
          boat: this.#boat,
          id: name,
          directory: offered.directory,
          send: (packet) => offered.send(packet),
          now: () => this.#options.timer.now,
        }),
      publish: (news) => this.#publish(name, news),
      save: (names, own) => void this.#save({ [namesKey]: names, [identityKey]: own }),
    })
    if (this.#made.disposed) return bus
    await this.#made.use(bus).start()
    if (!this.#made.disposed) this.#attach(bus)
    return bus
  }

  #attach(bus: Bus): void {
    const { outputs, alerts } = this.#options
    this.#live.add(bus)
    this.#made.use(outputs.attach(bus))
    const onBus = this.#made.use(alerts.attach(bus))
    bus.alerts = {
      answer: (pgn) => onBus.answer(pgn),
      answered: (payload, device) => void alerts.answered(onBus, payload, device),
    }
  }

  /** The value of a control is published by its reports, under one source. */
  #withoutControls(updates: BusNews['updates']): BusNews['updates'] {
    const { switches } = this.#options
    return updates.map(({ values, ...update }) => ({
      ...update,
      values: update.context === undefined ? values.filter(({ path }) => !switches.has(path)) : values,
    }))
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
    const byContext = Map.groupBy(this.#withoutControls(updates), ({ context }) => context)
    for (const [context, own] of byContext) {
      const parts = own.flatMap(({ device, values }) =>
        piecesOf(values, limits.values).map((piece) => ({
          $source: `${bus}.${device}`,
          timestamp,
          values: piece,
        })),
      )
      for (const piece of piecesOf(parts, limits.updates))
        this.#boat.publishDelta({ ...(context !== undefined && { context }), updates: piece })
    }
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
