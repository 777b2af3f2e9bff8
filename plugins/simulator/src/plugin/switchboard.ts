import {
  controlValueFault,
  MarineDataError,
  type Boat,
  type CommandControl,
  type ControlCommand,
  type ControlDetails,
  type ControlValue,
  type Device,
} from '@marinedata/plugin-api'
import { setTimeout as sleep } from 'node:timers/promises'

interface Circuit {
  readonly id: string
  readonly details: ControlDetails
  readonly value: ControlValue
}

const circuits: readonly Circuit[] = [
  {
    id: 'switchboard.navigationLights',
    details: {
      path: 'electrical.switches.navigationLights.state',
      label: 'Navigation lights',
      range: { type: 'switch' },
    },
    value: false,
  },
  {
    id: 'switchboard.anchorLight',
    details: {
      path: 'electrical.switches.anchorLight.state',
      label: 'Anchor light',
      range: { type: 'switch' },
    },
    value: false,
  },
  {
    id: 'switchboard.cabinLights',
    details: {
      path: 'electrical.switches.cabinLights.dimmingLevel',
      label: 'Cabin lights',
      range: { type: 'number', minimum: 0, maximum: 1, step: 0.05 },
    },
    value: 0.4,
  },
  {
    id: 'switchboard.bilgePump',
    details: {
      path: 'electrical.switches.bilgePump.mode',
      label: 'Bilge pump',
      range: { type: 'choice', values: ['off', 'automatic', 'on'] },
    },
    value: 'automatic',
  },
]

/** The paths of the circuits, for the manifest. */
export const switchboardPaths: readonly string[] = circuits.map(({ details }) => details.path)

/** A relay needs some time to switch and to report. */
const relayMs = 150
const reportEveryMs = 2_000

/** Faults of the whole switchboard. */
export const switchboardFaults = ['switchboard-silent', 'switchboard-refuses'] as const
export type SwitchboardFault = (typeof switchboardFaults)[number]

/** The relays and dimmers of the boat: circuits that can be switched from the console. */
export class Switchboard implements Disposable {
  readonly #boat: Boat
  readonly #valueById = new Map(circuits.map(({ id, value }) => [id, value]))
  readonly #deviceById = new Map<string, Device<'control'>>()
  readonly #faults = new Set<SwitchboardFault>()
  readonly #timer: NodeJS.Timeout

  constructor(boat: Boat) {
    this.#boat = boat
    this.#timer = setInterval(() => this.#reportAll(), reportEveryMs)
  }

  async register(): Promise<void> {
    for (const { id, details } of circuits) {
      const device = await this.#boat.registerDevice({ id, kind: 'control', details }, (command, control) =>
        this.#set({ id, details }, command, control),
      )
      this.#deviceById.set(id, device)
      this.#report(id)
    }
  }

  fail(fault: SwitchboardFault, isOn: boolean): void {
    if (isOn) this.#faults.add(fault)
    else this.#faults.delete(fault)
    this.#reportAll()
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer)
  }

  /** Stops, and withdraws the circuits. */
  async end(): Promise<void> {
    this[Symbol.dispose]()
    const devices = [...this.#deviceById.values()]
    this.#deviceById.clear()
    await Promise.all(devices.map((device) => device.withdraw()))
  }

  async #set(
    { id, details }: Pick<Circuit, 'id' | 'details'>,
    { name, input }: ControlCommand,
    { signal }: CommandControl,
  ): Promise<void> {
    if (name !== 'set') throw new MarineDataError('unsupported-action', `A circuit cannot ${String(name)}`)
    const wanted = controlValueFault(details.range, input.value)
    if (wanted !== undefined) throw new MarineDataError('invalid-value', `"${id}" takes ${wanted}`)
    if (this.#faults.has('switchboard-refuses'))
      throw new MarineDataError('rejected-by-device', `The breaker of "${id}" is open`)
    await sleep(relayMs, undefined, { signal })
    // A silent switchboard has lost its connection: it does not switch either.
    if (this.#faults.has('switchboard-silent')) return
    this.#valueById.set(id, input.value)
    this.#report(id)
  }

  #reportAll(): void {
    for (const id of this.#deviceById.keys()) this.#report(id)
  }

  #report(id: string): void {
    const value = this.#valueById.get(id) ?? null
    if (this.#faults.has('switchboard-silent')) return
    this.#deviceById
      .get(id)
      ?.report({ value })
      .catch((error: Error) => this.#boat.log.warn(`could not report "${id}": ${error.message}`))
  }
}
