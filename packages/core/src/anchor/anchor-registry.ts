import type { Clock } from '#clock.ts'
import { checkDeviceId, isDeviceId } from '#device-identity.ts'
import {
  AnchorDetails,
  AnchorReport,
  anchorReportMembers,
  checkOf,
  isCalm,
  MarineDataError,
  type AnchorAlert,
  type AnchorState,
  type Condition,
  type Fault,
  type PathValue,
} from '@marinedata/model'
import { AnchorDevice } from './anchor-device.ts'
import { AnchorSaver, type AnchorStore, type KeptAnchor } from './anchor-saver.ts'

export interface AnchorPorts {
  readonly clock: Clock
  /** Writes one delta under the name of a device. */
  readonly publish: (source: string, values: readonly PathValue[]) => void
  readonly store: AnchorStore
  /** The state could not be saved; every report tries again. With undefined when it is saved after all. */
  readonly onFault: (fault: unknown) => void
}

const detailsCheck = checkOf<AnchorDetails>(AnchorDetails)
const reportCheck = checkOf<AnchorReport>(AnchorReport)

const notificationPath = 'notifications.navigation.anchor'
const published = [
  'position',
  'maxRadius',
  'currentRadius',
  'rodeLength',
  'bearingTrue',
  'state',
] as const satisfies readonly (keyof AnchorReport)[]

const unwatched: AnchorAlert = { level: 'alarm', message: 'The anchor is no longer watched' }

const endedUnasked: AnchorAlert = {
  level: 'alarm',
  message: 'The anchor watch ended without a command. Drop again, or raise to end it',
}

const misfit = (what: string, errors: readonly Fault[]): MarineDataError => {
  const list = errors.map(({ path, message }) => `${path} ${message}`).join('; ')
  const why = list || 'an anchor that is down has a position and a radius, one that is raised has neither'
  return new MarineDataError('invalid-message', `${what} does not fit: ${why}`, { errors })
}

/** Whoever says that the anchor is down says where, and how far the boat may go; whoever says that it is raised does not. */
const isWhole = ({ state, position, maxRadius, rodeLength }: AnchorReport): boolean =>
  state === 'raised'
    ? position === null && maxRadius === null && rodeLength === null
    : position !== null && maxRadius !== null

/** An alarm that nobody hears is an emergency. */
const escalation = { seconds: 60, state: 'emergency' } as const

const conditionOf = ({ level, message, episode }: AnchorAlert): Condition => {
  if (isCalm(level)) return { state: level, method: [], message: '' }
  const call = { message, ...(episode !== undefined && { episode }) }
  if (level === 'alarm') return { state: level, method: ['visual', 'sound'], ...call, escalates: escalation }
  return { state: level, method: level === 'emergency' ? ['visual', 'sound'] : ['visual'], ...call }
}

const isKeptAnchor = (kept: unknown): kept is KeptAnchor => {
  const { id, provider, report } = Object(kept) as Partial<Record<keyof KeptAnchor, unknown>>
  return isDeviceId(id) && typeof provider === 'string' && reportCheck.accepts(report)
}

/**
 * Who watches the anchor, and what they say of it. The one that has it down is the anchor; else the first that registered.
 * What was said last outlives a restart, and whoever falls silent while the anchor is down raises the alarm.
 */
export class AnchorRegistry implements Disposable {
  readonly #ports: AnchorPorts
  readonly #deviceById = new Map<string, AnchorDevice>()
  /** What was last told of each, as text. */
  readonly #toldById = new Map<string, string>()
  readonly #saver: AnchorSaver
  /** Those that say raised although nobody asked for it: the crew still believes that the anchor is watched. */
  readonly #endedUnasked = new Set<string>()
  #isOver = false

  constructor(ports: AnchorPorts) {
    this.#ports = ports
    const kept = ports.store.load()
    const isDown = isKeptAnchor(kept) && kept.report.state !== 'raised'
    this.#saver = new AnchorSaver(ports, isDown ? kept.report : undefined)
    if (!isDown) return
    const device = new AnchorDevice(kept, ports.clock.now(), kept.report)
    this.#deviceById.set(kept.id, device)
    this.#publish(device)
    const { alert } = kept.report
    if (alert !== undefined && !isCalm(alert.level)) this.#tell(device, alert)
  }

  /** The provider that a command goes to; undefined when there has never been one. */
  get device(): AnchorDevice | undefined {
    const devices = [...this.#deviceById.values()]
    const present = devices.filter(({ link }) => link !== 'gone')
    return present.find(({ isDown }) => isDown) ?? present[0] ?? devices[0]
  }

  /** The anchor as it is told. @throws MarineDataError `no-provider` */
  get state(): AnchorState {
    const state = this.device?.state
    if (state === undefined)
      throw new MarineDataError('no-provider', 'There is no anchor watch: no plugin that provides one runs')
    return state
  }

  register({ id, provider, details }: { id: string; provider: string; details: unknown }): void {
    checkDeviceId(id)
    if (!detailsCheck.accepts(details))
      throw misfit(`What is said of the anchor watch "${id}"`, detailsCheck.faults(details))
    const now = this.#ports.clock.now()
    const known = this.#deviceById.get(id)
    const device =
      known?.provider === provider ? known : new AnchorDevice({ id, provider }, now, known?.report)
    this.#deviceById.set(id, device)
    device.declare(details, now)
  }

  /** What the provider says of the anchor: told at once; whoever waits for it is answered when it is on disk. */
  report(id: string, told: unknown): void {
    const device = this.#find(id)
    if (!reportCheck.accepts(told) || !isWhole(told))
      throw misfit(`The report of "${id}"`, reportCheck.faults(told))
    const report = Object.fromEntries(
      anchorReportMembers.flatMap((name) => (told[name] === undefined ? [] : [[name, told[name]]])),
      // Members of a report that was checked.
    ) as AnchorReport
    this.#noteUnasked(device, report)
    device.hear(report, this.#ports.clock.now())
    this.#save(device, report)
    this.#publish(device)
    this.#tellAlert(device, report)
    if (device.isDown) this.#forgetGone()
    device.settle()
  }

  /** Anchors tell their alarm in their reports. */
  notify(id: string): void {
    throw new MarineDataError('unsupported-action', `"${id}" tells its alarm in its report`)
  }

  /** The provider is down. */
  lose(provider: string): void {
    for (const device of this.#deviceById.values())
      if (device.provider === provider && device.link !== 'gone') this.#lose(device, 'off-line')
  }

  /** The device is gone for good. An anchor that is down is not: it is no longer watched. */
  withdraw(id: string): void {
    const device = this.#deviceById.get(id)
    if (device === undefined) return
    this.#lose(device, 'gone')
    if (!device.isDown && !this.#endedUnasked.has(id)) this.#forget(device)
  }

  /** To be called every second or so: who has been silent while the anchor is down. */
  watch(): void {
    const now = this.#ports.clock.now()
    for (const device of this.#deviceById.values()) {
      if (!device.isSilent(now)) continue
      if (device.link === 'on-line') this.#lose(device, 'off-line')
      else this.#tellUnwatched(device)
      // Nobody has come back for it since the start: whoever provides a watch now may take over.
      if (device.link === 'off-line' && device.isUndeclared) device.lose('gone')
    }
  }

  /** The crew has raised the anchor: what others left behind is over. */
  settleRaised(): void {
    this.#endedUnasked.clear()
    for (const device of this.#deviceById.values()) {
      if (device.report === undefined) continue
      this.#save(device, device.report)
      this.#tellAlert(device, device.report)
    }
    this.#forgetGone()
  }

  /** The server ends: that its plugins end with it is no alarm. */
  [Symbol.dispose](): void {
    this.#isOver = true
  }

  #find(id: string): AnchorDevice {
    const device = this.#deviceById.get(id)
    if (device === undefined)
      throw new MarineDataError('device-not-found', `No anchor watch is registered as "${id}"`)
    return device
  }

  #lose(device: AnchorDevice, link: 'off-line' | 'gone'): void {
    device.lose(link)
    if (this.#isOver || !device.isDown) return
    this.#publish(device)
    this.#tellUnwatched(device)
  }

  #forgetGone(): void {
    for (const device of this.#deviceById.values()) if (device.link === 'gone') this.#forget(device)
  }

  #forget(device: AnchorDevice): void {
    this.#deviceById.delete(device.id)
    this.#endedUnasked.delete(device.id)
    if (device.isDown || this.#toldById.has(device.id)) this.#tell(device, { level: 'normal', message: '' })
    this.#ports.publish(
      device.id,
      published.map((name) => ({ path: `navigation.anchor.${name}`, value: null })),
    )
    this.#toldById.delete(device.id)
  }

  /** A watch that was down and says raised has lost its anchor, unless the crew asked for it. */
  #noteUnasked(device: AnchorDevice, report: AnchorReport): void {
    if (report.state !== 'raised') this.#endedUnasked.delete(device.id)
    else if (device.isDown && !device.isRaiseAsked) this.#endedUnasked.add(device.id)
  }

  /** While a watch has ended that nobody ended, the disk still says down: so the alarm outlives a restart. */
  #save(device: AnchorDevice, report: AnchorReport): void {
    if (this.device === device && !this.#endedUnasked.has(device.id)) this.#saver.save(device, report)
  }

  #publish({ id, state }: AnchorDevice): void {
    if (state === undefined) return
    const values = published.map((name) => ({ path: `navigation.anchor.${name}`, value: state[name] }))
    this.#ports.publish(id, values)
  }

  /** That all is well is told only by what was seen: while the anchor is down, by a position. */
  #tellAlert(device: AnchorDevice, { state, currentRadius, alert }: AnchorReport): void {
    if (this.#endedUnasked.has(device.id)) return this.#tell(device, endedUnasked)
    const told = alert ?? { level: 'normal', message: '' }
    if (isCalm(told.level) && state !== 'raised' && currentRadius === null) return
    this.#tell(device, told)
  }

  /** Whoever was called already and comes back with the same call has been heard. */
  #tellUnwatched(device: AnchorDevice): void {
    const episode = device.report?.alert?.episode
    this.#tell(device, { ...unwatched, ...(episode !== undefined && { episode }) })
  }

  #tell({ id }: AnchorDevice, alert: AnchorAlert): void {
    const value = conditionOf(alert)
    const text = JSON.stringify(value)
    if (this.#toldById.get(id) === text) return
    this.#toldById.set(id, text)
    this.#ports.publish(id, [{ path: notificationPath, value }])
  }
}
