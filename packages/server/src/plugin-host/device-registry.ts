import {
  MarineDataError,
  type AnchorCommand,
  type AnchorExtraCommand,
  type AnchorQuestion,
  type AutopilotCommand,
  type AutopilotNotification,
  type PluginDevice,
} from '@marinedata/model'
import type { ProviderKind } from '@marinedata/plugin-api/host'

type Values = Readonly<Record<string, unknown>>

/** What a device can be asked, by its kind. */
export type DeviceCommand = AutopilotCommand | AnchorCommand | AnchorExtraCommand | AnchorQuestion

/** What devices of one kind mean for the boat. Whatever does not fit is thrown, and counts as not said. */
export interface DeviceKind {
  register(device: { readonly id: string; readonly provider: string; readonly details: unknown }): void
  report(id: string, report: unknown): void
  notify(id: string, alarm: Omit<AutopilotNotification, 'device'>): void
  /** The provider is down. */
  lose(provider: string): void
  withdraw(id: string): void
}

interface Device {
  readonly plugin: string
  readonly kind: ProviderKind
  readonly details: Values
  isOnline: boolean
  report: Values | null
  reportedAt: string | null
}

const devicesPerPlugin = 32

/** Which plugin serves which device. An id belongs to the plugin that registered it first, until that one gives it up. */
export class DeviceRegistry {
  readonly #kinds: Readonly<Partial<Record<ProviderKind, DeviceKind>>>
  readonly #deviceById = new Map<string, Device>()

  constructor(kinds: Readonly<Partial<Record<ProviderKind, DeviceKind>>>) {
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
    if (known === undefined && this.of(plugin).length >= devicesPerPlugin)
      throw new MarineDataError('too-many-requests', `A plugin serves at most ${devicesPerPlugin} devices`)
    this.#kinds[kind]?.register({ id, provider: plugin, details })
    const { report, reportedAt } = this.#asBefore(known, { id, kind })
    this.#deviceById.set(id, { plugin, kind, details, isOnline: true, report, reportedAt })
  }

  /** What a device reported before. Registered again as another kind, the device that it was is gone, and so is its report. */
  #asBefore(
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

  /** An alarm of a device; whoever does not serve the device cannot raise it. */
  notify(plugin: string, id: string, alarm: Omit<AutopilotNotification, 'device'>): void {
    const { kind } = this.#own(plugin, id)
    this.#kinds[kind]?.notify(id, alarm)
  }

  withdraw(plugin: string, id: string): void {
    const { kind } = this.#own(plugin, id)
    this.#deviceById.delete(id)
    this.#kinds[kind]?.withdraw(id)
  }

  /** The plugin is down: its devices stay known, but nobody speaks for them. */
  lose(plugin: string): void {
    for (const device of this.#deviceById.values()) if (device.plugin === plugin) device.isOnline = false
    for (const kind of Object.values(this.#kinds)) kind.lose(plugin)
  }

  /** The plugin was switched off: its devices are gone. */
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
      throw new MarineDataError('device-not-found', `No device is registered as "${id}"`)
    if (device.plugin !== plugin)
      throw new MarineDataError('device-taken', `Device "${id}" belongs to the plugin "${device.plugin}"`)
    return device
  }
}
