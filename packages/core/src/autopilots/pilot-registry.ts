import type { DeviceDeclaration } from '#devices/device.ts'
import { DeviceRegistry, type DeviceKind, type DeviceRegistryOptions } from '#devices/device-registry.ts'
import {
  checkOf,
  defaultAutopilot,
  dodgeMode,
  MarineDataError,
  offlineState,
  AutopilotDetails,
  AutopilotReport,
  type AutopilotNotificationName,
  type CourseGuidance,
  type Notification,
  type PathValue,
  type ProblemCode,
} from '@marinedata/model'
import { AlarmRaisers, type ActiveAlarm, type AlarmName, type AlarmOrigin } from './alarm-raisers.ts'
import { CourseWatch, headingAlarmMessage, type CourseLimits } from './course-watch.ts'
import { DefaultPilot, type ChoiceStore } from './default-pilot.ts'
import { AutopilotDevice, type OnlineView } from './autopilot-device.ts'
import { RouteWatch, routeAlertNames } from './route-watch.ts'
import { steeringAlarmMessages, type SteeringAlarm } from './steering-states.ts'
import type { Surroundings } from './surroundings.ts'

/** The course alarms that are raised. */
export type ActiveCourseAlarms = Readonly<Partial<Record<AlarmName | 'helm', ActiveAlarm>>>

export interface PilotRegistryOptions extends DeviceRegistryOptions {
  readonly choices: ChoiceStore
  readonly surroundings: Surroundings
  readonly limits: CourseLimits
  /** The course that an autopilot in route mode follows; when absent, route modes are not watched. */
  readonly guidance?: () => CourseGuidance
  /** The alarms of a device raised before the start. Absent: no alarms. */
  readonly activeAlarms?: (id: string) => ActiveCourseAlarms
}

/** The declaration of the chosen default while it has not registered since the start. */
const absent: AutopilotDetails = { states: [], modes: [], operations: [] }

const defaultPath = 'steering.autopilot.defaultPilot'

const notificationPath = (name: string): string => `notifications.steering.autopilot.${name}`
const normalCondition: Notification = { state: 'normal', method: [], message: '' }

const steeringMessages: ReadonlySet<string> = new Set(Object.values(steeringAlarmMessages))

/**
 * The raiser of an alarm from before the start. The server and the device share the path of the heading: the message distinguishes
 * them.
 */
const raiserOf = (name: AlarmName, { notification }: ActiveAlarm): AlarmOrigin['raiser'] => {
  if (name !== 'heading') return 'watch'
  if (notification === undefined || steeringMessages.has(notification.message)) return 'steering'
  return notification.message === headingAlarmMessage ? 'watch' : 'device'
}

const steeringAlarm = (id: string): AlarmOrigin => ({ id, name: 'heading', raiser: 'steering' })

const viewValues = ({ view }: AutopilotDevice): PathValue[] => {
  const { state, mode, target, engaged } =
    view.link === 'off-line' ? { state: 'off-line', mode: null, target: null, engaged: false } : view
  return Object.entries({ state, mode, target, engaged }).map(([name, value]) => ({
    path: `steering.autopilot.${name}`,
    value,
  }))
}

/** The names of the off-line state and the dodge mode are reserved. */
const hasReservedName = ({ states, modes }: AutopilotDetails): boolean =>
  states.some(({ name }) => name === offlineState) || modes.some(({ name }) => name === dodgeMode)

/** Problem codes that are passed on from a provider. Any other code becomes `rejected-by-device`. */
const providerCodes: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'not-engaged',
  'not-allowed-in-mode',
  'wrong-direction',
  'busy',
  'input-stale',
  'unsupported-action',
  'rejected-by-device',
])

export const autopilotKind: DeviceKind<AutopilotDetails, AutopilotReport, AutopilotDevice> = {
  noun: 'autopilot',
  offlineCode: 'autopilot-offline',
  providerCodes,
  details: checkOf(AutopilotDetails),
  report: checkOf(AutopilotReport),
  detailsFault: (details) => (hasReservedName(details) ? 'it has a reserved name' : undefined),
  reportFault: (report, device) => (device.knows(report) ? undefined : 'it has an undeclared state or mode'),
  unknownCode: 'autopilot-not-found',
  unknownHint: 'GET the list of autopilots for the registered ids',
  create: (declaration, now) => new AutopilotDevice(declaration, now),
  values: viewValues,
}

/** The registered autopilots: raises their alarms and resolves the default. */
export class PilotRegistry extends DeviceRegistry<
  AutopilotDetails,
  AutopilotReport,
  OnlineView,
  AutopilotDevice
> {
  readonly #options: PilotRegistryOptions
  readonly #default: DefaultPilot
  readonly #courseWatchById = new Map<string, CourseWatch>()
  readonly #routeWatchById = new Map<string, RouteWatch>()
  readonly #alarms: AlarmRaisers
  /** Devices with a published manoeuvre. */
  readonly #turning = new Set<string>()
  /** The last published default. */
  #publishedDefault: string | undefined

  constructor(options: PilotRegistryOptions) {
    super(autopilotKind, options)
    this.#options = options
    this.#default = new DefaultPilot(options.choices)
    this.#alarms = new AlarmRaisers(() => Date.parse(options.clock.timestamp()))
    const { chosen } = this.#default
    // Adds a placeholder until the chosen device registers, so that no command goes to another device.
    if (chosen === undefined) return
    this.addOrRenew({ ...chosen, details: absent })
    this.#publishDefault(chosen.id)
  }

  override register(declaration: DeviceDeclaration<unknown>): void {
    super.register(declaration)
    if (this.devices.length === 1) this.#assign(declaration.id)
  }

  /** Publishes an alarm of the device itself. */
  notify(
    id: string,
    { name, notification }: { readonly name: AutopilotNotificationName; readonly notification: Notification },
  ): void {
    super.find(id)
    this.#notify({ id, name, raiser: 'device' }, notification)
  }

  /** Detects devices that stopped reporting or do not hold their course. Called several times a second. */
  override watch(): void {
    super.watch()
    const now = this.#options.clock.now()
    for (const device of this.devices) {
      this.#watchCourse(device, now)
      this.#watchRoute(device, now)
    }
  }

  #watchCourse(device: AutopilotDevice, now: number): void {
    const { surroundings } = this.#options
    const changes = this.#courseWatchById.get(device.id)?.readState(device, surroundings, now) ?? []
    for (const { name, notification } of changes)
      this.#notify({ id: device.id, name, raiser: 'watch' }, notification)
  }

  #watchRoute(device: AutopilotDevice, now: number): void {
    const { surroundings, guidance } = this.#options
    const watch = this.#routeWatchById.get(device.id)
    if (guidance === undefined || watch === undefined) return
    for (const { name, notification } of watch.readState(device, { guidance: guidance(), surroundings, now }))
      this.#notify({ id: device.id, name, raiser: 'watch' }, notification)
  }

  /** The id of the default device. Without one, the first registered device becomes the default. */
  get defaultId(): string | undefined {
    const [first] = this.devices
    if (first !== undefined) this.#assign(first.id)
    const { id } = this.#default
    return id !== undefined && this.known(id) !== undefined ? id : undefined
  }

  /** Sets the default persistently. */
  choose(id: string): AutopilotDevice {
    const device = this.find(id)
    const before = this.#default.chosen
    this.#default.choose({ id: device.id, provider: device.provider })
    const former = before?.id === device.id ? undefined : this.known(before?.id ?? '')
    // Removes the placeholder of the previous choice.
    if (former?.details === absent) this.remove(former)
    this.#publishDefault(device.id)
    return device
  }

  /** Finds a device by id or `_default`. @throws MarineDataError if it does not exist */
  override find(id: string): AutopilotDevice {
    if (id !== defaultAutopilot) return super.find(id)
    const { defaultId } = this
    if (defaultId === undefined)
      throw new MarineDataError(
        'no-default-autopilot',
        'No autopilot is registered. Start a plugin that provides one',
      )
    return super.find(defaultId)
  }

  /** Publishes the holder of the helm. */
  publishHelm(id: string, label: string | null): void {
    this.change(id, 'steering.autopilot.helm', label)
  }

  /** Raises or ends the contest alarm of a device. */
  publishContest(id: string, parties: readonly string[] | undefined): void {
    const alarm: Notification = {
      state: 'alarm',
      method: ['visual', 'sound'],
      message: `${parties?.join(' and ')} steer against each other. One of them must take the helm`,
    }
    this.change(id, notificationPath('helm'), parties === undefined ? normalCondition : alarm)
  }

  /** Ends the steering alarm: a command to the device has succeeded. */
  clearAlarm(id: string): void {
    const origin = steeringAlarm(id)
    if (this.#alarms.has(origin)) this.#notify(origin, normalCondition)
  }

  protected override onRegistered(device: AutopilotDevice): void {
    // Keeps the watches: they must clear the alarms that they have raised.
    if (!this.#courseWatchById.has(device.id)) this.#startWatches(device.id)
    this.#alarms.forgetDevice(device.id)
    this.#publishState(device, undefined)
  }

  protected override onReport(device: AutopilotDevice, report: AutopilotReport): void {
    this.#publishState(device, device.handleReport(report, this.#options.clock.now()))
    // Without a choice the first of several devices that reports becomes the default.
    this.#assign(device.id)
  }

  protected override onLost(device: AutopilotDevice, link: 'off-line' | 'gone'): void {
    this.#publishState(device, device.lose(link))
  }

  protected override onSilent(device: AutopilotDevice): void {
    this.#publishState(device, device.fallSilent())
  }

  protected override onWithdrawn(device: AutopilotDevice): void {
    const { chosen } = this.#default
    if (chosen?.id === device.id) {
      this.flush()
      // As after a restart: the chosen device keeps a placeholder.
      return this.addOrRenew({ ...chosen, details: absent })
    }
    this.remove(device)
    this.#default.drop(device.id)
    if (this.#publishedDefault === device.id) this.#publishDefault(undefined)
    const [only, ...more] = this.devices
    if (only !== undefined && more.length === 0) this.#assign(only.id)
  }

  protected override remove(device: AutopilotDevice): void {
    super.remove(device)
    this.#courseWatchById.delete(device.id)
    this.#routeWatchById.delete(device.id)
    this.#alarms.remove(device.id)
  }

  /**
   * Restores the alarms from before the start. The steering alarm stays until a command to the device succeeds, and the device's
   * alarm until the device ends it.
   */
  #startWatches(id: string): void {
    const { helm, ...active } = this.#options.activeAlarms?.(id) ?? {}
    // Object.entries loses the key type.
    for (const [name, alarm] of Object.entries(active) as [AlarmName, ActiveAlarm][])
      this.#alarms.restore({ id, name, raiser: raiserOf(name, alarm) }, alarm)
    // A contest does not survive a restart.
    if (helm !== undefined) this.publishContest(id, undefined)
    const { limits } = this.#options
    const { xte, wind, heading } = active
    const isOffHeading = heading !== undefined && raiserOf('heading', heading) === 'watch'
    const restored = {
      ...(xte && { xte: xte.state }),
      ...(wind && { wind: wind.state }),
      ...(isOffHeading && { heading: heading.state }),
    }
    this.#courseWatchById.set(id, new CourseWatch(limits, restored))
    const routeAlerts = routeAlertNames.filter((name) => active[name] !== undefined)
    this.#routeWatchById.set(id, new RouteWatch(limits, routeAlerts))
  }

  #assign(id: string): void {
    if (this.#default.assign(id)) this.#publishDefault(id)
  }

  /** Publishes null under the previous default first, or two sources would have a value. */
  #publishDefault(id: string | undefined): void {
    if (this.#publishedDefault !== undefined && this.#publishedDefault !== id)
      this.change(this.#publishedDefault, defaultPath, null)
    if (id !== undefined) this.change(id, defaultPath, id)
    this.#publishedDefault = id
  }

  #publishState(device: AutopilotDevice, alarm: SteeringAlarm | undefined): void {
    this.publishValues(device)
    this.#publishManoeuvre(device)
    if (alarm === undefined) return
    const message = steeringAlarmMessages[alarm]
    this.#notify(steeringAlarm(device.id), { state: 'alarm', method: ['visual', 'sound'], message })
  }

  /** Publishes what is the most severe at this path now. */
  #notify(origin: AlarmOrigin, notification: Notification): void {
    const published = this.#alarms.take(origin, notification)
    if (published !== undefined) this.change(origin.id, notificationPath(origin.name), published)
  }

  /**
   * Publishes a manoeuvre while it lasts, and null once when it ends. Publishes nothing for devices without
   * manoeuvres.
   */
  #publishManoeuvre({ id, view }: AutopilotDevice): void {
    const manoeuvre = view.link === 'off-line' ? null : view.manoeuvre
    if (manoeuvre === null && !this.#turning.delete(id)) return
    if (manoeuvre !== null) this.#turning.add(id)
    this.change(id, 'steering.autopilot.manoeuvre', manoeuvre)
  }
}
