import type { AutopilotDetails, AutopilotReport } from '@marinedata/plugin-api'
import type { Pilot } from './pilot.ts'

/** The report of an unreachable device. */
export const offlineReport: AutopilotReport = { state: 'off-line', mode: null, target: null }

const stateOf = ({ states }: AutopilotDetails, isSteering: boolean): string =>
  states.find(({ engaged }) => engaged === isSteering)?.name ?? 'off-line'

/** Operations that are refused at present, with the reason. */
const unavailableIn = (pilot: Pilot): NonNullable<AutopilotReport['unavailable']> =>
  Object.fromEntries(
    pilot.details.operations.flatMap((operation) => {
      const refusal = pilot.refusal(operation)
      return refusal === undefined ? [] : [[operation, refusal.words]]
    }),
  )

/** The report of a pilot. */
export const reportOf = (pilot: Pilot): AutopilotReport => {
  const { turn, target = null, toTurn = null, crossTrack = null } = pilot
  return {
    state: stateOf(pilot.details, pilot.isSteering),
    mode: pilot.isDodging ? 'dodge' : pilot.mode,
    target,
    manoeuvre: turn === undefined ? null : { kind: turn.kind, direction: turn.direction },
    error: toTurn,
    crossTrack,
    unavailable: unavailableIn(pilot),
  }
}
