import { DeviceRegistry, type DeviceKind, type DeviceRegistryOptions } from '#devices/device-registry.ts'
import { isDeviceId } from '#devices/device-identity.ts'
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
  type ProblemCode,
} from '@marinedata/model'
import { AnchorDevice, unwatched, type StoredAnchor } from './anchor-device.ts'
import { AnchorSaver, type AnchorStore } from './anchor-saver.ts'

export interface AnchorRegistryOptions extends DeviceRegistryOptions {
  readonly store: AnchorStore
  /**
   * Called when the state cannot be saved; every report retries. Called with undefined when a save succeeds again.
   */
  readonly onFault: (fault: unknown) => void
}

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

const endedUnrequested: AnchorAlert = {
  level: 'alarm',
  message: 'The anchor watch ended without a command. Drop again, or raise to end it',
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

/** Problem codes that are passed on from a provider. Any other code becomes `rejected-by-device`. */
const providerCodes: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'anchor-no-position',
  'anchor-not-down',
  'invalid-value',
  'input-stale',
  'busy',
  'unsupported-action',
  'rejected-by-device',
])

export const anchorKind: DeviceKind<AnchorDetails, AnchorReport, AnchorDevice> = {
  noun: 'anchor watch',
  offlineCode: 'no-provider',
  providerCodes,
  details: checkOf(AnchorDetails),
  report: reportCheck,
  reportFault: (report) =>
    isComplete(report)
      ? undefined
      : 'an anchor that is down needs a position and a radius, a raised one has neither',
  unknownCode: 'device-not-found',
  unknownHint: 'Register it first',
  create: (declaration, now) => new AnchorDevice(declaration, now),
  values: ({ state }) =>
    published.map((name) => ({ path: `navigation.anchor.${name}`, value: state?.[name] ?? null })),
}

const noProvider = (): MarineDataError =>
  new MarineDataError('no-provider', 'There is no anchor watch. Start a plugin that provides one')

const isStoredAnchor = (stored: unknown): stored is StoredAnchor => {
  const { id, provider, report } = Object(stored) as Partial<Record<keyof StoredAnchor, unknown>>
  return isDeviceId(id) && typeof provider === 'string' && reportCheck.accepts(report)
}

/**
 * The registered anchor watches and their reports. The active one is the watch whose anchor is down, or else the
 * first that registered. The last report survives a restart. A watch that stops reporting while the anchor is down
 * raises the alarm.
 */
export class AnchorRegistry
  extends DeviceRegistry<AnchorDetails, AnchorReport, AnchorReport, AnchorDevice>
  implements Disposable
{
  /** The last published notification of each device, as JSON. */
  readonly #publishedById = new Map<string, string>()
  readonly #options: AnchorRegistryOptions
  readonly #saver: AnchorSaver
  /** Devices that reported raised without a command: the crew still assumes that the anchor is watched. */
  readonly #endedUnrequested = new Set<string>()
  #isDisposed = false

  constructor(options: AnchorRegistryOptions) {
    super(anchorKind, options)
    this.#options = options
    const stored = options.store.load()
    const isDown = isStoredAnchor(stored) && stored.report.state !== 'raised'
    this.#saver = new AnchorSaver(options, isDown ? stored : undefined)
    if (!isDown) return
    const device = AnchorDevice.fromDisk(stored, options.clock.now())
    this.add(device)
    this.publishValues(device)
    const { alert } = stored.report
    if (alert !== undefined && !isNormal(alert.level)) this.#publishNotification(device, alert)
  }

  /** The watch that receives commands; undefined if no watch was ever registered. */
  get device(): AnchorDevice | undefined {
    const { devices } = this
    const present = devices.filter(({ link }) => link !== 'gone')
    return present.find(({ isDown }) => isDown) ?? present[0] ?? devices[0]
  }

  /** The same. @throws MarineDataError `no-provider` without a watch */
  get activeDevice(): AnchorDevice {
    const { device } = this
    if (device === undefined) throw noProvider()
    return device
  }

  /** The published state of the anchor. @throws MarineDataError `no-provider` */
  get state(): AnchorState {
    const state = this.device?.stateAt(this.#options.clock.now())
    if (state === undefined) throw noProvider()
    return state
  }

  /**
   * Remembers that the crew has commanded to raise the anchor, or that this had no effect. Saved before the provider
   * executes the command: after a power cut in between, a raised anchor is not an unrequested end.
   */
  setRaiseRequested(device: AnchorDevice, isRequested: boolean): void {
    device.isRaiseRequested = isRequested
    if (device.isDown && device.reported !== undefined) this.#save(device, device.reported)
  }

  /** The crew has raised the anchor: clears the alarms of all other watches. */
  handleRaised(): void {
    this.#endedUnrequested.clear()
    for (const device of this.devices) {
      if (device.reported === undefined) continue
      this.#save(device, device.reported)
      this.#publishAlert(device, device.reported)
    }
    this.#removeGone()
  }

  /** The server stops: the end of its plugins then raises no alarm. */
  [Symbol.dispose](): void {
    this.#isDisposed = true
  }

  /** A watch that has not reported since it registered shows nothing new. */
  protected override onRegistered(): void {}

  /** Publishes a report immediately, and confirms commands when it is on disk. */
  protected override onReport(device: AnchorDevice, received: AnchorReport): void {
    const report = Object.fromEntries(
      anchorReportMembers.flatMap((name) => (received[name] === undefined ? [] : [[name, received[name]]])),
      // The members were validated.
    ) as AnchorReport
    this.#trackUnrequestedEnd(device, report)
    device.handleReport(report, this.#options.clock.now())
    this.#save(device, report)
    this.publishValues(device)
    this.#publishAlert(device, report)
    if (device.isDown) this.#removeGone()
  }

  protected override onLost(device: AnchorDevice, link: 'off-line' | 'gone'): void {
    device.lose(link)
    device.settleWaits()
    if (this.#isDisposed || !device.isDown) return
    this.publishValues(device)
    this.#publishUnwatched(device)
  }

  /** While its anchor is down a withdrawn watch stays listed, as no longer watched. */
  protected override onWithdrawn(device: AnchorDevice): void {
    if (!device.isDown && !this.#endedUnrequested.has(device.id)) this.remove(device)
  }

  protected override onSilent(device: AnchorDevice): void {
    if (device.link === 'on-line') this.onLost(device, 'off-line')
    else this.#publishUnwatched(device)
    // Restored from disk and never registered since the start: another provider may take over.
    if (device.link === 'off-line' && device.isUndeclared) device.lose('gone')
  }

  /** Immediate: after a start the anchor is in the tree before any client connects. */
  protected override publishValues(device: AnchorDevice): void {
    super.publishValues(device)
    this.flush()
  }

  protected override remove(device: AnchorDevice): void {
    this.#endedUnrequested.delete(device.id)
    if (device.isDown || this.#publishedById.has(device.id))
      this.#publishNotification(device, { level: 'normal', message: '' })
    super.remove(device)
    this.#publishedById.delete(device.id)
  }

  #removeGone(): void {
    for (const device of this.devices) if (device.link === 'gone') this.remove(device)
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
    const episode = device.reported?.alert?.episode
    this.#publishNotification(device, { ...unwatched, ...(episode !== undefined && { episode }) })
  }

  #publishNotification({ id }: AnchorDevice, alert: AnchorAlert): void {
    const value = conditionOf(alert)
    const text = JSON.stringify(value)
    if (this.#publishedById.get(id) === text) return
    this.#publishedById.set(id, text)
    // Immediate, and in a separate delta: a refused value must not take the alarm with it.
    this.change(id, notificationPath, value)
    this.flush()
  }
}
