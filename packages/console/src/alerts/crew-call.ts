import type { AlertRequest, Visitor } from '@marinedata/model'
import { stationPlace } from '#pilot/station.ts'
import { t } from '#words/words.ts'

export const callPath = 'notifications.crew.call'
/** A crew call ends after ten minutes without an answer. */
const callSeconds = 600

/** `Anna calls all hands (Cockpit)`. It ends when acknowledged. */
export const crewCall = ({ boat, name }: Pick<Visitor, 'boat' | 'name'>, station: string): AlertRequest => {
  // Users of the open demo have no name.
  const who = boat === 'open' ? null : name
  const place = stationPlace(station, who)
  const message = who === null ? t('alerts.call.open', { place }) : t('alerts.call.words', { who, place })
  return { path: callPath, state: 'alarm', message, lasts: callSeconds }
}
