import { decode } from '#codec/decode.ts'
import { definitions } from '#codec/database.ts'
import type { DeviceDirectory } from '#network/device-directory.ts'
import type { Timer } from '#timer.ts'
import type { Packet } from '#transport/frame.ts'
import { alertRules } from './alert-rules.ts'
import { DeviceValues } from './device-values.ts'
import { pathRules } from './map-message.ts'
import type { InstanceNames, PathValue } from './rules.ts'

/** The new values of one device. */
export interface DeviceUpdate {
  /** The name of the device, or `address-<n>`. */
  readonly device: string
  readonly values: readonly PathValue[]
}

export interface BusReaderOptions {
  readonly directory: DeviceDirectory
  readonly timer: Timer
  readonly names?: InstanceNames
}

/** The bus has 252 addresses. Devices that were replaced are forgotten, the oldest first. */
const maxDevices = 512

const readIds: ReadonlySet<string> = new Set([
  ...Object.keys(pathRules),
  ...Object.keys(alertRules),
  'alertText',
])

/** PGNs of which some message means something: others are not decoded. */
const readPgns: ReadonlySet<number> = new Set(
  definitions.filter(({ id }) => readIds.has(id)).map(({ pgn }) => pgn),
)

/** Turns messages of a bus into values of the own vessel, by device. */
export class BusReader {
  readonly #options: BusReaderOptions
  readonly #devices = new Map<string, DeviceValues>()
  readonly #pending = new Map<string, PathValue[]>()
  #refused = 0

  constructor(options: BusReaderOptions) {
    this.#options = options
  }

  /** Numbers outside their range, which were not published. */
  get refused(): number {
    return this.#refused
  }

  /** Takes a message; the directory must have taken it before. */
  handle({ pgn, source, payload }: Packet): void {
    if (!readPgns.has(pgn)) return
    const device = this.#options.directory.sourceOf(source)
    const message = device === undefined ? undefined : decode(pgn, payload)
    if (device === undefined || message === undefined) return
    const { values, refused } = this.#valuesOf(device).map(message, this.#options.timer.now)
    this.#refused += refused
    if (values.length > 0) this.#add(device, values)
  }

  /** The values since the last call. */
  take(): DeviceUpdate[] {
    const { now } = this.#options.timer
    for (const [device, values] of this.#devices) this.#add(device, values.expire(now))
    const updates = [...this.#pending].map(([device, values]) => ({ device, values }))
    this.#pending.clear()
    return updates
  }

  #add(device: string, values: readonly PathValue[]): void {
    if (values.length === 0) return
    const pending = this.#pending.get(device)
    if (pending === undefined) this.#pending.set(device, [...values])
    else pending.push(...values)
  }

  #valuesOf(device: string): DeviceValues {
    const known = this.#devices.get(device)
    if (known !== undefined) return known
    const values = new DeviceValues(this.#options.names)
    const [oldest] = this.#devices.keys()
    if (this.#devices.size >= maxDevices && oldest !== undefined) this.#devices.delete(oldest)
    this.#devices.set(device, values)
    return values
  }
}
