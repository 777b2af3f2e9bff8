import type { Clock } from '#clock.ts'
import { checkDeviceId } from '#devices/device-identity.ts'
import {
  checkOf,
  defaultAutopilot,
  dodgeMode,
  MarineDataError,
  offlineState,
  AutopilotDetails,
  AutopilotReport,
  type AutopilotNotificationName,
  type Fault,
  type Notification,
  type PathValue,
} from '@marinedata/model'
import { CourseWatch, type CourseLimits, type ActiveCourseAlarms } from './course-watch.ts'
import { DefaultPilot, type ChoiceStore } from './default-pilot.ts'
import { AutopilotDevice, type AutopilotView, type DeviceDeclaration } from './device.ts'
import type { SteeringAlarm } from './steering-states.ts'
import type { Surroundings } from './surroundings.ts'

/** A delta of one device; the source is the device id. */
export interface PilotUpdate {
  readonly source: string
  readonly values: readonly PathValue[]
}

export interface PilotRegistryOptions {
  readonly clock: Clock
  /** Publishes one delta of one device, so that a fault of one does not affect another. Never throws. */
  readonly publish: (update: PilotUpdate) => void
  readonly choices: ChoiceStore
  readonly surroundings: Surroundings
  readonly limits: CourseLimits
  /** The alarms of a device that were raised before the start; none when absent. */
  readonly activeAlarms?: (id: string) => ActiveCourseAlarms
}

const detailsCheck = checkOf<AutopilotDetails>(AutopilotDetails)
const reportCheck = checkOf<AutopilotReport>(AutopilotReport)

const alarmMessages: Readonly<Record<SteeringAlarm, string>> = {
  'stopped-by-itself': 'The autopilot stopped steering without a command',
  lost: 'Connection to the autopilot lost while it was steering',
}

/** The declaration of the chosen default while it has not registered since the start. */
const absent: AutopilotDetails = { states: [], modes: [], operations: [] }

const defaultPath = 'steering.autopilot.defaultPilot'
const invalidMessage = (what: string, errors: readonly Fault[]): MarineDataError => {
  const list =
    errors.map(({ path, message }) => `${path} ${message}`).join('; ') ||
    'it has an undeclared or reserved name'
  return new MarineDataError('invalid-message', `${what} is invalid: ${list}`, { errors })
}

const notificationPath = (name: string): string => `notifications.steering.autopilot.${name}`
const normalCondition: Notification = { state: 'normal', method: [], message: '' }

const viewValues = (view: AutopilotView): PathValue[] => {
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

interface Entry {
  readonly device: AutopilotDevice
  readonly watch: CourseWatch
}

/** The registered autopilots: handles their reports, raises their alarms and resolves the default. */
export class PilotRegistry {
  readonly #options: PilotRegistryOptions
  readonly #default: DefaultPilot
  readonly #entryById = new Map<string, Entry>()
  /** Devices with a raised steering alarm, including removed ones: they may come back. */
  readonly #alarmed = new Set<string>()
  /** Devices with a published manoeuvre. */
  readonly #turning = new Set<string>()
  /** The last published default. */
  #publishedDefault: string | undefined
  /** Values of the next delta, by device. */
  readonly #changes = new Map<string, Map<string, unknown>>()
  #isFlushing = false

  constructor(options: PilotRegistryOptions) {
    this.#options = options
    this.#default = new DefaultPilot(options.choices)
    const { chosen } = this.#default
    // Adds a placeholder until the chosen device registers, so that no command goes to another device.
    if (chosen === undefined) return
    this.#add({ ...chosen, details: absent })
    this.#publishDefault(chosen.id)
  }

  get devices(): readonly AutopilotDevice[] {
    return [...this.#entryById.values()].map(({ device }) => device)
  }

  /** Registers a device of a provider. @throws MarineDataError when its declaration is invalid */
  register({ id, provider, details }: { id: string; provider: string; details: unknown }): void {
    checkDeviceId(id)
    if (!detailsCheck.accepts(details) || hasReservedName(details))
      throw invalidMessage(`The declaration of the autopilot "${id}"`, detailsCheck.faults(details))
    this.#add({ id, provider, details })
    if (this.#entryById.size === 1) this.#assign(id)
  }

  /** Handles a report of a device. */
  report(id: string, report: unknown): void {
    const entry = this.#entry(id)
    if (!reportCheck.accepts(report) || !entry.device.knows(report))
      throw invalidMessage(`The report of "${id}"`, reportCheck.faults(report))
    const alarm = entry.device.handleReport(report, this.#options.clock.now())
    this.#publishView(entry, alarm)
    // Without a choice the first of several devices that reports becomes the default.
    this.#assign(id)
  }

  /** Publishes an alarm of the device itself. */
  notify(
    id: string,
    { name, notification }: { readonly name: AutopilotNotificationName; readonly notification: Notification },
  ): void {
    this.#entry(id)
    this.#change(id, notificationPath(name), notification)
  }

  /** The provider has stopped: its devices are off-line. */
  lose(provider: string): void {
    for (const entry of this.#entryById.values())
      if (entry.device.provider === provider) this.#publishView(entry, entry.device.lose())
  }

  /** The provider removes the device. */
  withdraw(id: string): void {
    const entry = this.#entryById.get(id)
    if (entry === undefined) return
    this.#publishView(entry, entry.device.lose())
    const { chosen } = this.#default
    if (chosen?.id === id) {
      this.#flush()
      // As after a restart: the chosen device keeps a placeholder.
      return this.#add({ ...chosen, details: absent })
    }
    this.#remove(entry)
    this.#default.drop(id)
    if (this.#publishedDefault === id) this.#publishDefault(undefined)
    const [only, ...more] = this.devices
    if (only !== undefined && more.length === 0) this.#assign(only.id)
  }

  /** Detects devices that stopped reporting or do not hold their course. Called several times a second. */
  watch(): void {
    const { clock, surroundings } = this.#options
    const now = clock.now()
    for (const entry of this.#entryById.values()) {
      const { device, watch } = entry
      const before = device.steering
      const alarm = device.checkSilence(now)
      if (device.steering !== before) this.#publishView(entry, alarm)
      for (const { name, notification } of watch.readState(device, surroundings, now)) {
        // The steering alarm uses the same path and has priority over the heading alarm.
        if (name !== 'heading' || !this.#alarmed.has(device.id))
          this.#change(device.id, notificationPath(name), notification)
      }
    }
  }

  /** The id of the default device. Assigns the first registered one when there is none. */
  get defaultId(): string | undefined {
    const [first] = this.devices
    if (first !== undefined) this.#assign(first.id)
    const { id } = this.#default
    return id !== undefined && this.#entryById.has(id) ? id : undefined
  }

  /** Sets the default persistently. */
  choose(id: string): AutopilotDevice {
    const device = this.find(id)
    const before = this.#default.chosen
    this.#default.choose({ id: device.id, provider: device.provider })
    const former = before?.id === device.id ? undefined : this.#entryById.get(before?.id ?? '')
    // Removes the placeholder of the previous choice.
    if (former?.device.details === absent) this.#remove(former)
    this.#publishDefault(device.id)
    return device
  }

  /** Finds a device by id or `_default`. @throws MarineDataError when there is none */
  find(id: string): AutopilotDevice {
    if (id !== defaultAutopilot) return this.#entry(id).device
    const { defaultId } = this
    if (defaultId === undefined)
      throw new MarineDataError(
        'no-default-autopilot',
        'No autopilot is registered. Start a plugin that provides one',
      )
    return this.#entry(defaultId).device
  }

  /** Publishes the holder of the helm. */
  publishHelm(id: string, label: string | null): void {
    this.#change(id, 'steering.autopilot.helm', label)
  }

  /** Raises or ends the contest alarm of a device. */
  publishContest(id: string, parties: readonly string[] | undefined): void {
    const alarm: Notification = {
      state: 'alarm',
      method: ['visual', 'sound'],
      message: `${parties?.join(' and ')} steer against each other. One of them must take the helm`,
    }
    this.#change(id, notificationPath('helm'), parties === undefined ? normalCondition : alarm)
  }

  /** Ends the steering alarm: a command to the device has succeeded. */
  clearAlarm(id: string): void {
    if (this.#alarmed.delete(id)) this.#change(id, notificationPath('heading'), normalCondition)
  }

  /** Removes a device and publishes null for its values, so that it does not stay listed as off-line. */
  #remove({ device: { id, view } }: Entry): void {
    for (const { path } of viewValues(view)) this.#change(id, path, null)
    this.#flush()
    this.#entryById.delete(id)
  }

  #add(declaration: DeviceDeclaration): void {
    const { clock } = this.#options
    const known = this.#entryById.get(declaration.id)
    const device = new AutopilotDevice(declaration, clock.now(), known?.device)
    // Rejects waits on the previous declaration: it gets no more reports.
    known?.device.lose()
    known?.device.settleWaits()
    // Keeps the course watch: it must clear the alarms that it has raised.
    this.#entryById.set(declaration.id, { device, watch: known?.watch ?? this.#newWatch(declaration.id) })
    this.#publishView(this.#entry(declaration.id), undefined)
  }

  /** Restores the alarms from before the start. The steering alarm stays until a command to the device succeeds. */
  #newWatch(id: string): CourseWatch {
    const { heading, helm, ...activeAlarms } = this.#options.activeAlarms?.(id) ?? {}
    if (heading !== undefined) this.#alarmed.add(id)
    // A contest does not survive a restart.
    if (helm !== undefined) this.publishContest(id, undefined)
    return new CourseWatch(this.#options.limits, activeAlarms)
  }

  #entry(id: string): Entry {
    const entry = this.#entryById.get(id)
    if (entry === undefined)
      throw new MarineDataError(
        'autopilot-not-found',
        `Unknown autopilot "${id}". GET the list of autopilots for the registered ids`,
      )
    return entry
  }

  #assign(id: string): void {
    if (this.#default.assign(id)) this.#publishDefault(id)
  }

  /** Publishes null under the previous default first, or two sources would have a value. */
  #publishDefault(id: string | undefined): void {
    if (this.#publishedDefault !== undefined && this.#publishedDefault !== id)
      this.#change(this.#publishedDefault, defaultPath, null)
    if (id !== undefined) this.#change(id, defaultPath, id)
    this.#publishedDefault = id
  }

  #publishView(entry: Entry, alarm: SteeringAlarm | undefined): void {
    const { device } = entry
    for (const { path, value } of viewValues(device.view)) this.#change(device.id, path, value)
    this.#publishManoeuvre(device)
    if (alarm === undefined) return
    this.#alarmed.add(device.id)
    this.#change(device.id, notificationPath('heading'), {
      state: 'alarm',
      method: ['visual', 'sound'],
      message: alarmMessages[alarm],
    })
  }

  /**
   * Publishes a manoeuvre while it lasts, and null once when it ends. Publishes nothing for devices without
   * manoeuvres.
   */
  #publishManoeuvre({ id, view }: AutopilotDevice): void {
    const manoeuvre = view.link === 'off-line' ? null : view.manoeuvre
    if (manoeuvre === null && !this.#turning.delete(id)) return
    if (manoeuvre !== null) this.#turning.add(id)
    this.#change(id, 'steering.autopilot.manoeuvre', manoeuvre)
  }

  #change(id: string, path: string, value: unknown): void {
    const values = this.#changes.get(id) ?? new Map<string, unknown>()
    this.#changes.set(id, values.set(path, value))
    if (this.#isFlushing) return
    this.#isFlushing = true
    // Collects the changes of one tick in one delta.
    this.#options.clock.soon(() => this.#flush())
  }

  /** Publishes before it resolves waits, so that a client that gets the answer finds the effect in the tree. */
  #flush(): void {
    this.#isFlushing = false
    const changes = [...this.#changes]
    this.#changes.clear()
    for (const [source, values] of changes) {
      this.#options.publish({ source, values: [...values].map(([path, value]) => ({ path, value })) })
      this.#entryById.get(source)?.device.settleWaits()
    }
  }
}
