import type { Clock } from '#clock.ts'
import { checkDeviceId, isDeviceId } from '#devices/device-identity.ts'
import {
  AnchorDetails,
  AnchorReport,
  anchorReportMembers,
  checkOf,
  isNormal,
  MarineDataError,
  type AnchorAlert,
  type AnchorState,
  type Condition,
  type Fault,
  type PathValue,
} from '@marinedata/model'
import { AnchorDevice } from './anchor-device.ts'
import { AnchorSaver, type AnchorStore, type StoredAnchor } from './anchor-saver.ts'

export interface AnchorRegistryOptions {
  readonly clock: Clock
  /** Publishes one delta with a device as its source. */
  readonly publish: (source: string, values: readonly PathValue[]) => void
  readonly store: AnchorStore
  /**
   * Called when the state cannot be saved; every report retries. Called with undefined when a save succeeds again.
   */
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

const endedUnrequested: AnchorAlert = {
  level: 'alarm',
  message: 'The anchor watch ended without a command. Drop again, or raise to end it',
}

const invalidMessage = (what: string, errors: readonly Fault[]): MarineDataError => {
  const list = errors.map(({ path, message }) => `${path} ${message}`).join('; ')
  const why = list || 'an anchor that is down needs a position and a radius, a raised one has neither'
  return new MarineDataError('invalid-message', `${what} is invalid: ${why}`, { errors })
}

/** A report of a lowered anchor needs position and radius. A report of a raised anchor has neither. */
const isComplete = ({ state, position, maxRadius, rodeLength }: AnchorReport): boolean =>
  state === 'raised'
    ? position === null && maxRadius === null && rodeLength === null
    : position !== null && maxRadius !== null

/** An alarm that is not acknowledged becomes an emergency. */
const escalation = { seconds: 60, state: 'emergency' } as const

const conditionOf = ({ level, message, episode }: AnchorAlert): Condition => {
  if (isNormal(level)) return { state: level, method: [], message: '' }
  const call = { message, ...(episode !== undefined && { episode }) }
  if (level === 'alarm') return { state: level, method: ['visual', 'sound'], ...call, escalates: escalation }
  return { state: level, method: level === 'emergency' ? ['visual', 'sound'] : ['visual'], ...call }
}

const isStoredAnchor = (stored: unknown): stored is StoredAnchor => {
  const { id, provider, report } = Object(stored) as Partial<Record<keyof StoredAnchor, unknown>>
  return isDeviceId(id) && typeof provider === 'string' && reportCheck.accepts(report)
}

/**
 * The registered anchor watches and their reports. The active one is the watch whose anchor is down, or else the
 * first that registered. The last report survives a restart. A watch that stops reporting while the anchor is down
 * raises the alarm.
 */
export class AnchorRegistry implements Disposable {
  readonly #options: AnchorRegistryOptions
  readonly #deviceById = new Map<string, AnchorDevice>()
  /** The last published notification of each device, as JSON. */
  readonly #publishedById = new Map<string, string>()
  readonly #saver: AnchorSaver
  /** Devices that reported raised without a command: the crew still assumes that the anchor is watched. */
  readonly #endedUnrequested = new Set<string>()
  #isDisposed = false

  constructor(options: AnchorRegistryOptions) {
    this.#options = options
    const stored = options.store.load()
    const isDown = isStoredAnchor(stored) && stored.report.state !== 'raised'
    this.#saver = new AnchorSaver(options, isDown ? stored.report : undefined)
    if (!isDown) return
    const device = new AnchorDevice(stored, options.clock.now(), stored.report)
    this.#deviceById.set(stored.id, device)
    this.#publish(device)
    const { alert } = stored.report
    if (alert !== undefined && !isNormal(alert.level)) this.#publishNotification(device, alert)
  }

  /** The watch that receives commands; undefined when none was ever registered. */
  get device(): AnchorDevice | undefined {
    const devices = [...this.#deviceById.values()]
    const present = devices.filter(({ link }) => link !== 'gone')
    return present.find(({ isDown }) => isDown) ?? present[0] ?? devices[0]
  }

  /** The published state of the anchor. @throws MarineDataError `no-provider` */
  get state(): AnchorState {
    const state = this.device?.state
    if (state === undefined)
      throw new MarineDataError('no-provider', 'There is no anchor watch. Start a plugin that provides one')
    return state
  }

  register({ id, provider, details }: { id: string; provider: string; details: unknown }): void {
    checkDeviceId(id)
    if (!detailsCheck.accepts(details))
      throw invalidMessage(`The declaration of the anchor watch "${id}"`, detailsCheck.faults(details))
    const now = this.#options.clock.now()
    const known = this.#deviceById.get(id)
    const device =
      known?.provider === provider ? known : new AnchorDevice({ id, provider }, now, known?.report)
    this.#deviceById.set(id, device)
    device.declare(details, now)
  }

  /** Handles a report: publishes it at once, and confirms commands when it is on disk. */
  report(id: string, received: unknown): void {
    const device = this.#find(id)
    if (!reportCheck.accepts(received) || !isComplete(received))
      throw invalidMessage(`The report of "${id}"`, reportCheck.faults(received))
    const report = Object.fromEntries(
      anchorReportMembers.flatMap((name) => (received[name] === undefined ? [] : [[name, received[name]]])),
      // The members were validated above.
    ) as AnchorReport
    this.#trackUnrequestedEnd(device, report)
    device.handleReport(report, this.#options.clock.now())
    this.#save(device, report)
    this.#publish(device)
    this.#publishAlert(device, report)
    if (device.isDown) this.#removeGone()
    device.settleWaits()
  }

  /** Not supported: an anchor watch sends its alarm in its reports. */
  notify(id: string): void {
    throw new MarineDataError(
      'unsupported-action',
      `"${id}" is an anchor watch. Send the alarm in its report`,
    )
  }

  /** The provider has stopped: its devices are off-line. */
  lose(provider: string): void {
    for (const device of this.#deviceById.values())
      if (device.provider === provider && device.link !== 'gone') this.#lose(device, 'off-line')
  }

  /** The provider removes the device. While its anchor is down it stays listed, as no longer watched. */
  withdraw(id: string): void {
    const device = this.#deviceById.get(id)
    if (device === undefined) return
    this.#lose(device, 'gone')
    if (!device.isDown && !this.#endedUnrequested.has(id)) this.#remove(device)
  }

  /** Detects watches that stopped reporting while the anchor is down. Called about once a second. */
  watch(): void {
    const now = this.#options.clock.now()
    for (const device of this.#deviceById.values()) {
      if (!device.isSilent(now)) continue
      if (device.link === 'on-line') this.#lose(device, 'off-line')
      else this.#publishUnwatched(device)
      // Restored from disk and never registered since the start: another provider may take over.
      if (device.link === 'off-line' && device.isUndeclared) device.lose('gone')
    }
  }

  /** The crew has raised the anchor: clears the alarms of all other watches. */
  handleRaised(): void {
    this.#endedUnrequested.clear()
    for (const device of this.#deviceById.values()) {
      if (device.report === undefined) continue
      this.#save(device, device.report)
      this.#publishAlert(device, device.report)
    }
    this.#removeGone()
  }

  /** The server stops: the end of its plugins then raises no alarm. */
  [Symbol.dispose](): void {
    this.#isDisposed = true
  }

  #find(id: string): AnchorDevice {
    const device = this.#deviceById.get(id)
    if (device === undefined)
      throw new MarineDataError(
        'device-not-found',
        `No anchor watch is registered as "${id}". Register it first`,
      )
    return device
  }

  #lose(device: AnchorDevice, link: 'off-line' | 'gone'): void {
    device.lose(link)
    if (this.#isDisposed || !device.isDown) return
    this.#publish(device)
    this.#publishUnwatched(device)
  }

  #removeGone(): void {
    for (const device of this.#deviceById.values()) if (device.link === 'gone') this.#remove(device)
  }

  #remove(device: AnchorDevice): void {
    this.#deviceById.delete(device.id)
    this.#endedUnrequested.delete(device.id)
    if (device.isDown || this.#publishedById.has(device.id))
      this.#publishNotification(device, { level: 'normal', message: '' })
    this.#options.publish(
      device.id,
      published.map((name) => ({ path: `navigation.anchor.${name}`, value: null })),
    )
    this.#publishedById.delete(device.id)
  }

  /** A change from down to raised without a command means that the watch has lost its anchor. */
  #trackUnrequestedEnd(device: AnchorDevice, report: AnchorReport): void {
    if (report.state !== 'raised') this.#endedUnrequested.delete(device.id)
    else if (device.isDown && !device.isRaiseRequested) this.#endedUnrequested.add(device.id)
  }

  /** After an unrequested end the disk still says down, so that the alarm survives a restart. */
  #save(device: AnchorDevice, report: AnchorReport): void {
    if (this.device === device && !this.#endedUnrequested.has(device.id)) this.#saver.save(device, report)
  }

  #publish({ id, state }: AnchorDevice): void {
    if (state === undefined) return
    const values = published.map((name) => ({ path: `navigation.anchor.${name}`, value: state[name] }))
    this.#options.publish(id, values)
  }

  /** A normal alert of a lowered anchor counts only with a known position. */
  #publishAlert(device: AnchorDevice, { state, currentRadius, alert }: AnchorReport): void {
    if (this.#endedUnrequested.has(device.id)) return this.#publishNotification(device, endedUnrequested)
    const present = alert ?? { level: 'normal', message: '' }
    if (isNormal(present.level) && state !== 'raised' && currentRadius === null) return
    this.#publishNotification(device, present)
  }

  /**
   * Uses the episode of the last alert: when the watch comes back with the same episode, an acknowledged alarm does
   * not sound again.
   */
  #publishUnwatched(device: AnchorDevice): void {
    const episode = device.report?.alert?.episode
    this.#publishNotification(device, { ...unwatched, ...(episode !== undefined && { episode }) })
  }

  #publishNotification({ id }: AnchorDevice, alert: AnchorAlert): void {
    const value = conditionOf(alert)
    const text = JSON.stringify(value)
    if (this.#publishedById.get(id) === text) return
    this.#publishedById.set(id, text)
    this.#options.publish(id, [{ path: notificationPath, value }])
  }
}
