import type { Clock } from '#clock.ts'
import { checkDeviceId } from '#device-identity.ts'
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
import { CourseWatch, type CourseLimits, type StandingAlarms } from './course-watch.ts'
import { DefaultPilot, type ChoiceStore } from './default-pilot.ts'
import { AutopilotDevice, type AutopilotView, type DeviceDeclaration } from './device.ts'
import type { SteeringAlarm } from './steering-states.ts'
import type { Surroundings } from './surroundings.ts'

/** What devices change, as it goes to the tree: each device under its own name. */
export interface PilotUpdate {
  readonly source: string
  readonly values: readonly PathValue[]
}

export interface RegistryPorts {
  readonly clock: Clock
  /** Writes one delta, of one device: what is wrong with one device must not silence another. Never throws. */
  readonly publish: (update: PilotUpdate) => void
  readonly choices: ChoiceStore
  readonly surroundings: Surroundings
  readonly limits: CourseLimits
  /** What still stands of a device from before the start, by name; nothing when absent. */
  readonly standing?: (id: string) => StandingAlarms
}

const detailsCheck = checkOf<AutopilotDetails>(AutopilotDetails)
const reportCheck = checkOf<AutopilotReport>(AutopilotReport)

const alarmMessages: Readonly<Record<SteeringAlarm, string>> = {
  'stopped-by-itself': 'The autopilot has stopped steering by itself',
  lost: 'The autopilot is lost: it steered, and cannot be reached',
}

/** What is known of a device that was chosen but has not been heard of since the start. */
const absent: AutopilotDetails = { states: [], modes: [], operations: [] }

const defaultPath = 'steering.autopilot.defaultPilot'
const misfit = (what: string, errors: readonly Fault[]): MarineDataError => {
  const list =
    errors.map(({ path, message }) => `${path} ${message}`).join('; ') || 'it names what is not known'
  return new MarineDataError('invalid-message', `${what} does not fit: ${list}`, { errors })
}

const notificationPath = (name: string): string => `notifications.steering.autopilot.${name}`
const calmCondition: Notification = { state: 'normal', method: [], message: '' }

const viewValues = (view: AutopilotView): PathValue[] => {
  const { state, mode, target, engaged } =
    view.link === 'off-line' ? { state: 'off-line', mode: null, target: null, engaged: false } : view
  return Object.entries({ state, mode, target, engaged }).map(([name, value]) => ({
    path: `steering.autopilot.${name}`,
    value,
  }))
}

/** Off-line and dodging are told by these names, so that no state and no mode can have them. */
const hasReservedName = ({ states, modes }: AutopilotDetails): boolean =>
  states.some(({ name }) => name === offlineState) || modes.some(({ name }) => name === dodgeMode)

interface Entry {
  readonly device: AutopilotDevice
  readonly watch: CourseWatch
}

/** All autopilots aboard: registered by their providers, heard, watched, and one of them the default. */
export class PilotRegistry {
  readonly #ports: RegistryPorts
  readonly #default: DefaultPilot
  readonly #entryById = new Map<string, Entry>()
  /** Devices whose alarm about themselves is raised, also those that are gone: they may come back. */
  readonly #alarmed = new Set<string>()
  /** Devices that were told to be in the middle of a manoeuvre. */
  readonly #turning = new Set<string>()
  /** Who was last told to be the default. */
  #toldDefault: string | undefined
  /** What goes into the next delta, by device. */
  readonly #changes = new Map<string, Map<string, unknown>>()
  #isFlushing = false

  constructor(ports: RegistryPorts) {
    this.#ports = ports
    this.#default = new DefaultPilot(ports.choices)
    const { chosen } = this.#default
    // Whoever was chosen keeps its place until it is back: no command goes to another instead.
    if (chosen === undefined) return
    this.#add({ ...chosen, details: absent })
    this.#tellDefault(chosen.id)
  }

  get devices(): readonly AutopilotDevice[] {
    return [...this.#entryById.values()].map(({ device }) => device)
  }

  /** A device that a provider serves. @throws MarineDataError when what it declares does not fit */
  register({ id, provider, details }: { id: string; provider: string; details: unknown }): void {
    checkDeviceId(id)
    if (!detailsCheck.accepts(details) || hasReservedName(details))
      throw misfit(`What is said of the autopilot "${id}"`, detailsCheck.faults(details))
    this.#add({ id, provider, details })
    if (this.#entryById.size === 1) this.#assign(id)
  }

  /** What a device itself says. */
  report(id: string, report: unknown): void {
    const entry = this.#entry(id)
    if (!reportCheck.accepts(report) || !entry.device.knows(report))
      throw misfit(`The report of "${id}"`, reportCheck.faults(report))
    const alarm = entry.device.hear(report, this.#ports.clock.now())
    this.#noteView(entry, alarm)
    // Of several devices and none chosen, the first to be heard is the default.
    this.#assign(id)
  }

  /** An alarm that a device has of its own. */
  notify(
    id: string,
    { name, notification }: { readonly name: AutopilotNotificationName; readonly notification: Notification },
  ): void {
    this.#entry(id)
    this.#change(id, notificationPath(name), notification)
  }

  /** The provider is down: its devices are off-line. */
  lose(provider: string): void {
    for (const entry of this.#entryById.values())
      if (entry.device.provider === provider) this.#noteView(entry, entry.device.lose())
  }

  /** The device is gone for good. */
  withdraw(id: string): void {
    const entry = this.#entryById.get(id)
    if (entry === undefined) return
    this.#noteView(entry, entry.device.lose())
    const { chosen } = this.#default
    if (chosen?.id === id) {
      this.#flush()
      // As over a restart: the place of the chosen one stays its own.
      return this.#add({ ...chosen, details: absent })
    }
    this.#forget(entry)
    this.#default.drop(id)
    if (this.#toldDefault === id) this.#tellDefault(undefined)
    const [only, ...more] = this.devices
    if (only !== undefined && more.length === 0) this.#assign(only.id)
  }

  /** To be called several times a second: who has been silent, and who does not hold the course. */
  watch(): void {
    const { clock, surroundings } = this.#ports
    const now = clock.now()
    for (const entry of this.#entryById.values()) {
      const { device, watch } = entry
      const before = device.steering
      const alarm = device.checkSilence(now)
      if (device.steering !== before) this.#noteView(entry, alarm)
      for (const { name, notification } of watch.look(device, surroundings, now)) {
        // The alarm about the device itself stands above that about its heading.
        if (name !== 'heading' || !this.#alarmed.has(device.id))
          this.#change(device.id, notificationPath(name), notification)
      }
    }
  }

  /** What `_default` means; the first registered when nothing decided it yet. */
  get defaultId(): string | undefined {
    const [first] = this.devices
    if (first !== undefined) this.#assign(first.id)
    const { id } = this.#default
    return id !== undefined && this.#entryById.has(id) ? id : undefined
  }

  /** Someone chooses the default; it stays so over restarts. */
  choose(id: string): AutopilotDevice {
    const device = this.find(id)
    const before = this.#default.chosen
    this.#default.choose({ id: device.id, provider: device.provider })
    const former = before?.id === device.id ? undefined : this.#entryById.get(before?.id ?? '')
    // One that was only kept for having been chosen has no place any more.
    if (former?.device.details === absent) this.#forget(former)
    this.#tellDefault(device.id)
    return device
  }

  /** The device of that id, or the default one. @throws MarineDataError when there is none */
  find(id: string): AutopilotDevice {
    if (id !== defaultAutopilot) return this.#entry(id).device
    const { defaultId } = this
    if (defaultId === undefined)
      throw new MarineDataError('no-default-autopilot', 'No autopilot is registered')
    return this.#entry(defaultId).device
  }

  /** Tells who has the helm. */
  tellHelm(id: string, label: string | null): void {
    this.#change(id, 'steering.autopilot.helm', label)
  }

  /** Raises the alarm that several steer a device against each other, or ends it. */
  tellContest(id: string, parties: readonly string[] | undefined): void {
    const alarm: Notification = {
      state: 'alarm',
      method: ['visual', 'sound'],
      message: `${parties?.join(' and ')} steer against each other: one of them has to take the helm`,
    }
    this.#change(id, notificationPath('helm'), parties === undefined ? calmCondition : alarm)
  }

  /** Someone has seen to the device: the alarm about it is over. */
  calm(id: string): void {
    if (this.#alarmed.delete(id)) this.#change(id, notificationPath('heading'), calmCondition)
  }

  /** The device has no place any more: of one that is gone nothing is published, not even that it is off-line. */
  #forget({ device: { id, view } }: Entry): void {
    for (const { path } of viewValues(view)) this.#change(id, path, null)
    this.#flush()
    this.#entryById.delete(id)
  }

  #add(declaration: DeviceDeclaration): void {
    const { clock } = this.#ports
    const known = this.#entryById.get(declaration.id)
    const device = new AutopilotDevice(declaration, clock.now(), known?.device)
    // Whoever waits for what was declared before waits for nothing.
    known?.device.lose()
    known?.device.settle()
    // What was told of its course is still told; the same watch takes it back.
    this.#entryById.set(declaration.id, { device, watch: known?.watch ?? this.#newWatch(declaration.id) })
    this.#noteView(this.#entry(declaration.id), undefined)
  }

  /** The alarm about the device itself stands until someone has seen to it, over a restart too. */
  #newWatch(id: string): CourseWatch {
    const { heading, helm, ...standing } = this.#ports.standing?.(id) ?? {}
    if (heading !== undefined) this.#alarmed.add(id)
    // Those who steered against each other before the start have to do it again to be a danger.
    if (helm !== undefined) this.tellContest(id, undefined)
    return new CourseWatch(this.#ports.limits, standing)
  }

  #entry(id: string): Entry {
    const entry = this.#entryById.get(id)
    if (entry === undefined)
      throw new MarineDataError('autopilot-not-found', `No autopilot is registered as "${id}"`)
    return entry
  }

  #assign(id: string): void {
    if (this.#default.assign(id)) this.#tellDefault(id)
  }

  /** The one before takes it back, or the tree would go on to hear it from both. */
  #tellDefault(id: string | undefined): void {
    if (this.#toldDefault !== undefined && this.#toldDefault !== id)
      this.#change(this.#toldDefault, defaultPath, null)
    if (id !== undefined) this.#change(id, defaultPath, id)
    this.#toldDefault = id
  }

  #noteView(entry: Entry, alarm: SteeringAlarm | undefined): void {
    const { device } = entry
    for (const { path, value } of viewValues(device.view)) this.#change(device.id, path, value)
    this.#noteManoeuvre(device)
    if (alarm === undefined) return
    this.#alarmed.add(device.id)
    this.#change(device.id, notificationPath('heading'), {
      state: 'alarm',
      method: ['visual', 'sound'],
      message: alarmMessages[alarm],
    })
  }

  /** Told while it lasts and once when it is over, so that every screen can show it; most devices never do any. */
  #noteManoeuvre({ id, view }: AutopilotDevice): void {
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
    // What a device changes together goes into one delta.
    this.#ports.clock.soon(() => this.#flush())
  }

  /** First the tree, then those who wait: whoever is told of an effect finds it there. */
  #flush(): void {
    this.#isFlushing = false
    const changes = [...this.#changes]
    this.#changes.clear()
    for (const [source, values] of changes) {
      this.#ports.publish({ source, values: [...values].map(([path, value]) => ({ path, value })) })
      this.#entryById.get(source)?.device.settle()
    }
  }
}
