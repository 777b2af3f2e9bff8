import type { AutopilotSuiteOptions } from '@marinedata/plugin-api/testing'

/** What can happen to a command, and what the server must answer. */
export const commandFaults = {
  'no-ack': { meaning: 'effect without acknowledgement', status: 200 },
  late: { meaning: 'effect and acknowledgement are late', status: 200 },
  refuses: { meaning: 'refused', status: 502, code: 'rejected-by-device' },
  ignores: { meaning: 'neither effect nor acknowledgement', status: 504, code: 'unconfirmed' },
  'ack-only': { meaning: 'acknowledgement without effect', status: 504, code: 'unconfirmed' },
} as const
export type CommandFault = keyof typeof commandFaults

/** A command on the wire. */
export interface WireCommand {
  readonly kind: 'steer' | 'standby'
  readonly text: string
  /** Where it was sent; on a bus, the address. */
  readonly to: string
}

/** A simulated pilot with its boat, as the conformance suite reads it. */
export interface SuiteDevice {
  /** How many times faster than real time the boat turns. */
  readonly pace: number
  /** Degrees; the wind from the bow, positive to starboard. */
  readonly boat: { readonly heading: number; readonly windAngle: number }
}

/** A simulated pilot and its connection to the server, in this process. */
export interface PilotWire extends AsyncDisposable {
  /** Settings by plugin. */
  readonly settings: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** Of the server. */
  readonly environment: Readonly<Record<string, string>>
  readonly isSteering: boolean
  /** Absent where the conformance suite starts a simulator of its own. */
  readonly device?: SuiteDevice
  /** Commands of the server on the wire, in order. */
  readonly commands: WireCommand[]
  /** Engages as the pilot’s own control head does. Faults do not affect it. */
  engage(): void
  /** Puts the boat on a heading, with the wind at an angle. Degrees. */
  place(heading: number, windAngle: number): void
  /** Sets the heading to hold, in radians, as the control head does. Faults do not affect it. */
  hold(heading: number): void
  fault(fault: CommandFault, isOn: boolean): void
  /** Loses a share of the frames; absent where the connection repeats what is lost. */
  readonly lose?: (share: number) => void
  /** Moves the pilot to another address, and puts another device at the old one; absent where there are no addresses. */
  readonly move?: () => void
  /** The address that the pilot has now. */
  readonly address: string
  /** Kills the gateway, and starts it again. */
  kill(): Promise<void>
  restore(): Promise<void>
}

/** A pilot that is tried. A further pilot is a further entry in the table of them. */
export interface TriedPilot {
  /** The plugin that steers with it, and the id of its device. */
  readonly plugin: string
  readonly device: string
  /** Other plugins that it needs. */
  readonly needs: readonly string[]
  readonly gateways: readonly string[]
  readonly open: (gateway: string, folder: string) => Promise<PilotWire>
  readonly faults: readonly CommandFault[]
  /** It has an address, which can change. */
  readonly hasAddress?: true
  /** It has keys for these changes of its heading, in degrees, and takes no target. */
  readonly steps?: readonly number[]
  /** How exactly it reports a target that it was given, or a step. Radians. */
  readonly tolerance: number
  /** The test file of the conformance suite. */
  readonly conformance: string
  /** Test files with recordings of real devices. */
  readonly recordings: readonly string[]
  /** Options of the conformance suite, for a pilot on the bus of another plugin. */
  readonly suite?: Partial<AutopilotSuiteOptions>
  /** Its heading is known only from its status, so that the suite waits for this many reports when it has placed the boat. */
  readonly placedReports?: number
  /** A variant of another pilot: left out in the short form. */
  readonly isVariant?: true
}
