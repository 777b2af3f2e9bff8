import type { StatusLevel } from '@marinedata/plugin-api'
import { tariffs, type BoatState } from '@marinedata/uplink-protocol'
import { bytesPerMegabyte } from '../settings.ts'
import { tariffRules } from '../tariffs.ts'
import type { UplinkReport } from '../uplink-options.ts'
import type { FleetReport } from './fleet-member.ts'

const megabytes = (bytes: number): string => `${(bytes / bytesPerMegabyte).toFixed(1)} MB`

const usedOf = ({ usage: { bytes, budget } }: FleetReport): string => {
  const used = tariffs.reduce((sum, tariff) => sum + bytes[tariff], 0)
  if (budget === undefined) return `${megabytes(used)} used today`
  const counted = tariffs
    .filter((tariff) => tariffRules[tariff].isMetered)
    .reduce((sum, tariff) => sum + bytes[tariff], 0)
  return `${megabytes(counted)} of ${megabytes(budget)} used today`
}

type Line = readonly [level: StatusLevel, message: string]

const lines: Readonly<Record<BoatState, (fleet: string, used: string, connection: UplinkReport) => Line>> = {
  off: (fleet) => ['ok', `Not connected to ${fleet}`],
  dialling: (fleet) => ['ok', `Connecting to ${fleet}`],
  greeting: (fleet) => ['ok', `Connecting to ${fleet}`],
  flowing: (fleet, used) => ['ok', `Connected to ${fleet}; ${used}`],
  paused: (fleet, used) => [
    'warning',
    `Connected to ${fleet}; ${used}: only events are sent until midnight UTC`,
  ],
  waiting: (fleet, used, { isPlanned, reason = '' }) =>
    isPlanned
      ? ['ok', `Everything is sent to ${fleet}; ${used}`]
      : ['warning', `Not connected to ${fleet}: ${reason}`],
  refused: (fleet, _used, { reason = '' }) => [
    'error',
    `${fleet} refuses this boat: ${reason}. Leave the fleet, and join it with a new code`,
  ],
}

/** The status line of a boat that has joined. */
export const statusOf = (report: FleetReport, connection: UplinkReport): Line =>
  lines[connection.state](report.fleet ?? '', usedOf(report), connection)
