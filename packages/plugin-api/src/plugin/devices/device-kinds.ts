import type { deviceKinds, ProviderKind } from '#protocol/device-kinds.ts'
import type { AutopilotNotificationName, Condition, Static } from '@marinedata/model'

/** The deadline of a command and its abort signal. */
export interface CommandControl {
  /** Aborted when the command is cancelled, when its deadline passes, and when the plugin stops. */
  readonly signal: AbortSignal
  /** Seconds after the command arrived. After that nobody waits for the answer, and nothing may be done. */
  readonly deadline: number
}

export interface DeviceCommand {
  readonly name: string
  readonly input: unknown
}

type Table = typeof deviceKinds

/** The messages between the boat and a device, by kind of device. */
export type DeviceMessages = {
  readonly [Kind in ProviderKind]: {
    readonly registration: Static<Table[Kind]['registration']>
    readonly command: Static<Table[Kind]['command']>
    readonly report: Static<Table[Kind]['report']>
  }
}

/** Handles a command to a device. The return value or the thrown error is the answer. */
export type DeviceHandler<Kind extends ProviderKind = ProviderKind> = (
  command: DeviceMessages[Kind]['command'],
  control: CommandControl,
) => unknown

export type DeclaredDevice<Kind extends ProviderKind = ProviderKind> = {
  /** Unique on the boat. */
  readonly id: string
  readonly kind: Kind
} & DeviceMessages[Kind]['registration']

/** A registered device. */
export interface Device<Kind extends ProviderKind = ProviderKind> {
  readonly id: string
  /** Sends a report of the device's own state. */
  report(report: DeviceMessages[Kind]['report']): Promise<void>
  /** Removes the device for good. */
  withdraw(): Promise<void>
}

/** A device that raises alerts under standard names. */
export interface AlertingDevice<Kind extends ProviderKind> extends Device<Kind> {
  /** Raises or changes an alert of the device under one of the standard names. `normal` ends it. */
  notify(name: AutopilotNotificationName, notification: Condition): Promise<void>
}

export type DeviceOf<Kind extends ProviderKind> = Table[Kind]['hasAlerts'] extends true
  ? AlertingDevice<Kind>
  : Device<Kind>

export type AutopilotDevice = DeviceOf<'autopilot'>
