import type { ProviderKind } from '#protocol/manifest.ts'
import type {
  AnchorCommand,
  AnchorDetails,
  AnchorReport,
  AutopilotCommand,
  AutopilotDetails,
  AutopilotNotificationName,
  AutopilotReport,
  Condition,
} from '@marinedata/model'

/** How long a command may take, and whether it is still wanted. */
export interface CommandControl {
  /** Aborted when the command is taken back, when its deadline passes, and when the plugin stops. */
  readonly signal: AbortSignal
  /** Seconds from when the command came; afterwards nobody waits for the answer and nothing may be done. */
  readonly deadline: number
}

export interface DeviceCommand {
  readonly name: string
  readonly input: unknown
}

/** What passes between the boat and a device, by the kind of the device. */
export interface DeviceTalk {
  readonly autopilot: {
    readonly details: { readonly details: AutopilotDetails }
    readonly command: AutopilotCommand
    readonly report: AutopilotReport
  }
  readonly anchor: {
    readonly details: { readonly details?: AnchorDetails }
    readonly command: AnchorCommand
    readonly report: AnchorReport
  }
}

/** What a device does when it is told to; what it gives back, or throws, is the answer. */
export type DeviceHandler<Kind extends ProviderKind = ProviderKind> = (
  command: DeviceTalk[Kind]['command'],
  control: CommandControl,
) => unknown

export type DeclaredDevice<Kind extends ProviderKind = ProviderKind> = {
  /** Unique aboard. */
  readonly id: string
  readonly kind: Kind
} & DeviceTalk[Kind]['details']

/** A device that the boat knows of. */
export interface Device<Kind extends ProviderKind = ProviderKind> {
  readonly id: string
  /** Tells what the device itself says of its state. */
  report(report: DeviceTalk[Kind]['report']): Promise<void>
  /** The device is gone for good. */
  withdraw(): Promise<void>
}

export interface AutopilotDevice extends Device<'autopilot'> {
  /** Raises an alarm of the device under one of the normalised names, or changes it; `normal` clears it. */
  notify(name: AutopilotNotificationName, notification: Condition): Promise<void>
}

export type DeviceOf<Kind extends ProviderKind> = Kind extends 'autopilot' ? AutopilotDevice : Device<Kind>
