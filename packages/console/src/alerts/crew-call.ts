import type { AlertRequest, Visitor } from '@marinedata/model'
import { stationPlace } from '#pilot/station.ts'
import { t } from '#words/words.ts'

export const callPath = 'notifications.crew.call'
/** Whoever has not come by then does not come for this. */
const callSeconds = 600

/** `Anna calls all hands (Cockpit)`; heard, it is over. */
export const crewCall = ({ boat, name }: Pick<Visitor, 'boat' | 'name'>, station: string): AlertRequest => {
  // In an open demonstration nobody has a name.
  const who = boat === 'open' ? null : name
  const place = stationPlace(station, who)
  const message = who === null ? t('alerts.call.open', { place }) : t('alerts.call.words', { who, place })
  return { path: callPath, state: 'alarm', message, lasts: callSeconds }
}
