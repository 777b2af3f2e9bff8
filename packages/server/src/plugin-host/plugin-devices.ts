import {
  MarineDataError,
  type AlertChannelCommand,
  type AnchorCommand,
  type AnchorExtraCommand,
  type AnchorQuestion,
  type AutopilotCommand,
  type AutopilotNotification,
  type ControlCommand,
  type PluginDevice,
} from '@marinedata/model'
import type { ProviderKind } from '@marinedata/plugin-api/host'

type Values = Readonly<Record<string, unknown>>

/** The commands of all kinds of devices. */
export type DeviceCommand =
  | AlertChannelCommand
  | AutopilotCommand
  | AnchorCommand
  | AnchorExtraCommand
  | AnchorQuestion
  | ControlCommand

/** Handles all devices of one kind. Throws on invalid details and reports, which are then ignored. */
export interface DeviceKind {
  register(device: { readonly id: string; readonly provider: string; readonly details: unknown }): void
  report(id: string, report: unknown): void
  /** Publishes an alarm of a device. Absent when devices of this kind send their alarms in their reports. */
  notify?(id: string, alarm: Omit<AutopilotNotification, 'device'>): void
  /** The provider has stopped: its devices are offline. */
  lose(provider: string): void
  withdraw(id: string): void
}

/** The kinds of devices that plugins can provide. */
export type DeviceKinds = Readonly<Partial<Record<ProviderKind, DeviceKind>>>

interface Device {
  readonly plugin: string
  readonly kind: ProviderKind
  readonly details: Values
  isOnline: boolean
  report: Values | null
  reportedAt: string | null
}

/** Each switch is a device: eight banks of NMEA 2000 have 224. */
const maxDevicesPerPlugin = 256

/** Maps devices to plugins. An id belongs to the plugin that registered it first, until that plugin withdraws it. */
export class PluginDevices {
  readonly #kinds: DeviceKinds
  readonly #deviceById = new Map<string, Device>()

  constructor(kinds: DeviceKinds) {
    this.#kinds = kinds
  }

  has(id: string): boolean {
    return this.#deviceById.has(id)
  }

  register(
    plugin: string,
    { id, kind, details = {} }: { id: string; kind: ProviderKind; details?: Values | undefined },
  ): void {
    const known = this.#deviceById.has(id) ? this.#own(plugin, id) : undefined
    if (known === undefined && this.of(plugin).length >= maxDevicesPerPlugin)
      throw new MarineDataError(
        'too-many-requests',
        `A plugin can register at most ${maxDevicesPerPlugin} devices`,
      )
    this.#kinds[kind]?.register({ id, provider: plugin, details })
    const { report, reportedAt } = this.#previousReport(known, { id, kind })
    this.#deviceById.set(id, { plugin, kind, details, isOnline: true, report, reportedAt })
  }

  /**
   * The last report of a device that is registered again. A change of kind withdraws the old device with its report.
   */
  #previousReport(
    known: Device | undefined,
    { id, kind }: { readonly id: string; readonly kind: ProviderKind },
  ): Pick<Device, 'report' | 'reportedAt'> {
    if (known?.kind === kind) return known
    if (known !== undefined) this.#kinds[known.kind]?.withdraw(id)
    return { report: null, reportedAt: null }
  }

  report(plugin: string, id: string, { report, at }: { report: Values; at: string }): void {
    const device = this.#own(plugin, id)
    this.#kinds[device.kind]?.report(id, report)
    device.report = report
    device.reportedAt = at
  }

  /** Raises an alarm of a device. Only the plugin that registered the device may do so. */
  notify(plugin: string, id: string, alarm: Omit<AutopilotNotification, 'device'>): void {
    const { kind } = this.#own(plugin, id)
    const handler = this.#kinds[kind]
    if (handler !== undefined && handler.notify === undefined)
      throw new MarineDataError(
        'unsupported-action',
        `"${id}" is of the kind "${kind}". Send the alarm in its report`,
      )
    handler?.notify?.(id, alarm)
  }

  withdraw(plugin: string, id: string): void {
    const { kind } = this.#own(plugin, id)
    this.#deviceById.delete(id)
    this.#kinds[kind]?.withdraw(id)
  }

  /** Marks the devices of a stopped plugin as offline. They stay registered. */
  lose(plugin: string): void {
    for (const device of this.#deviceById.values()) if (device.plugin === plugin) device.isOnline = false
    for (const kind of Object.values(this.#kinds)) kind.lose(plugin)
  }

  /** Removes all devices of a plugin that was disabled. */
  forget(plugin: string): void {
    for (const { id } of this.of(plugin)) this.withdraw(plugin, id)
  }

  of(plugin: string): PluginDevice[] {
    return [...this.#deviceById].flatMap(([id, device]) => {
      if (device.plugin !== plugin) return []
      const { kind, details, isOnline: online, report, reportedAt } = device
      return [{ id, kind, online, details, report, reportedAt }]
    })
  }

  #own(plugin: string, id: string): Device {
    const device = this.#deviceById.get(id)
    if (device === undefined)
      throw new MarineDataError('device-not-found', `No device with the id "${id}" is registered`)
    if (device.plugin !== plugin)
      throw new MarineDataError('device-taken', `Device "${id}" belongs to plugin "${device.plugin}"`)
    return device
  }
}
