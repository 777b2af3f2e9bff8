import type { SimulatedBoat } from '../simulated-boat.ts'

/** A message of the bus, without its addresses. */
export interface PilotMessage {
  readonly pgn: number
  readonly priority: number
  readonly payload: Uint8Array
}

export interface BusPilotPort {
  /** Sends to one device of the bus, by what `handle` was given, or to all. */
  readonly send: (message: PilotMessage, to: string | undefined) => void
  readonly after: (ms: number, run: () => void) => void
  /** How many times faster than real time the boat turns; default 1. */
  readonly pace?: number
}

/** A message that a device of the bus received. */
export interface ReceivedMessage extends Pick<PilotMessage, 'pgn' | 'payload'> {
  readonly from: string
  /** Whether it was sent to this device alone. */
  readonly isAddressed: boolean
  /** The address of this device. */
  readonly ownAddress: number
}

/** A simulated pilot on a bus, with a boat. */
export interface SimulatedBusPilot<Fault extends string = string> {
  /** Describes its current activity. */
  readonly state: string
  /** The boat that it steers on its own bus, where instruments show its wind and its heading. */
  readonly boat?: SimulatedBoat
  /** Whether it sends the heading of the boat, as a pilot with a compass does. */
  readonly sendsHeading?: boolean
  fault(name: Fault, isOn: boolean): void
  /** Takes a message of the bus. Returns whether it was a command to the pilot. */
  receive(message: ReceivedMessage): boolean
  /** Steers, and sends what is due. @param now monotonic milliseconds */
  step(now: number): void
  /** It starts again, in standby. */
  reboot(): void
}

/** Radians in steps of 1e-4, as on the wire. */
export const wireAngle = (degrees: number): number =>
  Math.round((((((degrees % 360) + 360) % 360) * Math.PI) / 180) * 10_000)
export const degreesOf = (wire: number): number => ((wire / 10_000) * 180) / Math.PI
export const bytesOf = (number: number): [number, number] => [number & 0xff, (number >> 8) & 0xff]
export const numberAt = (bytes: Uint8Array, at: number): number =>
  (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8)
export const isSame = (bytes: Uint8Array, at: number, expected: readonly number[]): boolean =>
  expected.every((byte, index) => bytes[at + index] === byte)
