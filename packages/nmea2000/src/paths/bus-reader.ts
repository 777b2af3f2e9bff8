import { ownMmsiPath } from '@marinedata/ais'
import { decode, type Message } from '#codec/decode.ts'
import { definitions } from '#codec/database.ts'
import type { DeviceDirectory } from '#network/device-directory.ts'
import type { Timer } from '#timer.ts'
import type { Packet } from '#transport/frame.ts'
import { aisRules, mapAisMessage } from './ais-rules.ts'
import { conditionOf, type Alert } from './alert-condition.ts'
import { alertRules } from './alert-rules.ts'
import { DeviceValues } from './device-values.ts'
import { dscMessageIds, mapDscCall } from './dsc-rules.ts'
import { pathRules } from './map-message.ts'
import { overboardId } from './overboard-report.ts'
import type { InstanceNames, PathValue } from './rules.ts'

/** The new values of one device. */
export interface DeviceUpdate {
  /** Another vessel that the values belong to; absent for own ship. */
  readonly context?: string
  /** The name of the device, or `address-<n>`. */
  readonly device: string
  readonly values: readonly PathValue[]
}

/** News on the bus. */
export interface BusNews {
  readonly updates: readonly DeviceUpdate[]
  readonly alerts: readonly DeviceAlert[]
}

export interface DeviceAlert extends Alert {
  readonly device: string
}

export interface BusReaderOptions {
  readonly directory: DeviceDirectory
  readonly timer: Timer
  readonly names?: InstanceNames
  /** The MMSI of own ship: AIS messages about it are not another vessel. */
  readonly ownMmsi?: string | undefined
}

/** The bus has 252 addresses. Devices that were replaced are forgotten, the oldest first. */
const maxDevices = 512

const readIds: ReadonlySet<string> = new Set([
  ...Object.keys(pathRules),
  ...Object.keys(alertRules),
  ...Object.keys(aisRules),
  ...dscMessageIds,
  'alertText',
  overboardId,
])

/** Messages that may come only once, and do not wait until the name of their device is known. */
const urgentIds: ReadonlySet<string> = new Set([
  ...dscMessageIds,
  'aisAddressedSafetyRelatedMessage',
  'aisSafetyRelatedBroadcastMessage',
  overboardId,
])
const urgentPgns: ReadonlySet<number> = new Set(
  definitions.filter(({ id }) => urgentIds.has(id)).map(({ pgn }) => pgn),
)

/** PGNs of which some message means something: others are not decoded. */
const readPgns: ReadonlySet<number> = new Set(
  definitions.filter(({ id }) => readIds.has(id)).map(({ pgn }) => pgn),
)

/** Turns messages of a bus into values of own ship, by device. */
export class BusReader {
  readonly #options: BusReaderOptions
  readonly #devices = new Map<string, DeviceValues>()
  readonly #pending = new Map<string, PathValue[]>()
  /** Values of other vessels. */
  #others: DeviceUpdate[] = []
  #alerts: DeviceAlert[] = []
  /** Addresses of devices whose messages were taken before their name was known. */
  readonly #nameless = new Set<number>()
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
    const device = this.#deviceOf(pgn, source)
    const message = device === undefined ? undefined : decode(pgn, payload)
    if (device === undefined || message === undefined) return
    if (!this.#takeOther(device, message)) this.#takeOwn(device, message)
  }

  /** The news since the last call. */
  take(): BusNews {
    const own = [...this.#pending].map(([device, values]) => ({ device, values }))
    const news = { updates: [...own, ...this.#others], alerts: this.#alerts }
    this.#pending.clear()
    this.#others = []
    this.#alerts = []
    return news
  }

  #deviceOf(pgn: number, source: number): string | undefined {
    const name = this.#options.directory.sourceOf(source)
    const nameless = `address-${source}`
    if (name === undefined && !urgentPgns.has(pgn)) return undefined
    if (name === undefined || name === nameless) this.#nameless.add(source)
    else if (this.#nameless.has(source)) this.#adopt(source, name)
    return name ?? nameless
  }

  /** The name of a device is known now: its alerts move to the name, which may end them. */
  #adopt(source: number, name: string): void {
    this.#nameless.delete(source)
    const nameless = `address-${source}`
    const values = this.#devices.get(nameless)
    if (values === undefined) return
    this.#devices.delete(nameless)
    const alerts = values.activeAlerts
    this.#addAlerts(name, alerts)
    this.#addAlerts(
      nameless,
      alerts.map(({ path }) => ({ path, condition: conditionOf('normal', '') })),
    )
    if (!this.#devices.has(name)) this.#devices.set(name, values)
  }

  /** False when the message is not about another craft. */
  #takeOther(device: string, message: Message): boolean {
    const { ownMmsi } = this.#options
    const mapped = mapAisMessage(message, ownMmsi) ?? mapDscCall(message, ownMmsi)
    if (mapped === undefined) return false
    this.#refused += mapped.refused
    const { report, ownMmsiPosition } = mapped
    if (ownMmsiPosition !== undefined) this.#add(device, [{ path: ownMmsiPath, value: ownMmsiPosition }])
    if (report === undefined) return true
    const values = Object.entries(report.values).map(([path, value]) => ({ path, value }))
    this.#others.push({ context: report.context, device, values })
    return true
  }

  #takeOwn(device: string, message: Message): void {
    const { values, alerts, refused } = this.#valuesOf(device).map(message, this.#options.timer.now)
    this.#refused += refused
    if (values.length > 0) this.#add(device, values)
    if (alerts.length > 0) this.#addAlerts(device, alerts)
  }

  #add(device: string, values: readonly PathValue[]): void {
    const pending = this.#pending.get(device)
    if (pending === undefined) this.#pending.set(device, [...values])
    else pending.push(...values)
  }

  #addAlerts(device: string, alerts: readonly Alert[]): void {
    for (const alert of alerts) this.#alerts.push({ device, ...alert })
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
