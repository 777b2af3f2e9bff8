import type { RecordedLog } from '@marinedata/plugin-api'
import type { BoatState, Tariff } from '@marinedata/uplink-protocol'
import type { KeyObject } from 'node:crypto'
import type { Clock } from './clock.ts'
import type { Dial } from './link/link.ts'
import type { BoatValues } from './sending/boat-values.ts'
import type { InterfaceTariffs } from './tariffs.ts'
import type { Usage } from './usage.ts'

export interface UplinkOptions {
  /** Identifier with which the boat has joined. */
  readonly vessel: string
  readonly key: KeyObject
  /** The name of the fleet's gateways. */
  readonly host: string
  /** Version of the boat's software. */
  readonly version: string
  readonly dial: Dial
  /** The port of the boat's server, for remote users of its console; undefined: the console cannot be opened remotely. */
  readonly consolePort?: number
  readonly log: RecordedLog
  readonly values: BoatValues
  readonly tariffs: Pick<InterfaceTariffs, 'of' | 'networks'>
  readonly usage: Usage
  readonly clock: Clock
  /** From 0 to below 1. */
  readonly random: () => number
  readonly warn: (message: string) => void
  /** The state or the usage has changed. */
  readonly changed: (report: UplinkReport) => void
}

export interface UplinkReport {
  readonly state: BoatState
  /** Unix milliseconds of the last change between connected and not connected. */
  readonly since: number
  readonly tariff: Tariff | undefined
  /** Why it is not connected. */
  readonly reason: string | undefined
  /** By satellite: everything is sent, and it connects again in time. */
  readonly isPlanned: boolean
}
