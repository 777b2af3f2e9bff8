import type { Position } from '#data/position.ts'
import { checkOf, faultText } from '#faults.ts'
import { distanceBetween } from '#geometry/great-circle.ts'
import {
  weatherAnswers,
  weatherLimits,
  type WeatherAnswer,
  type WeatherQuestion,
  type WeatherSubject,
} from './weather.ts'

/** Observations may be this much newer than now: clocks differ. */
const clockToleranceMs = 300_000

const checkBySubject = {
  observations: checkOf(weatherAnswers.observations),
  forecast: checkOf(weatherAnswers.forecast),
  warnings: checkOf(weatherAnswers.warnings),
}

const placeFault = (asked: Position, place: Position): string | undefined =>
  distanceBetween(asked, place) > weatherLimits.distance
    ? `it is for a place more than ${weatherLimits.distance / 1_000} km away`
    : undefined

const firstFault = <T>(
  items: readonly T[],
  faultOf: (item: T, before: T | undefined) => string | undefined,
): string | undefined => {
  for (const [index, item] of items.entries()) {
    const fault = faultOf(item, items[index - 1])
    if (fault !== undefined) return `entry ${index}: ${fault}`
  }
  return undefined
}

type FaultOf<Subject extends WeatherSubject> = (
  question: WeatherQuestion<Subject>,
  answer: WeatherAnswer<Subject>,
  now: number,
) => string | undefined

const faultBySubject: { readonly [Subject in WeatherSubject]: FaultOf<Subject> } = {
  observations: ({ position, most }, { observations }, now) => {
    if (observations.length > most) return `it has ${observations.length} observations, not at most ${most}`
    return firstFault(observations, ({ at, position: place }, before) => {
      if (Date.parse(at) > now + clockToleranceMs) return 'it is of the future'
      if (before !== undefined && Date.parse(at) > Date.parse(before.at))
        return 'it is newer than the one before'
      return placeFault(position, place)
    })
  },
  forecast: ({ position, from, to, step }, { forecast }) =>
    // A forecast without entries says nothing of any place.
    (forecast.entries.length === 0 ? undefined : placeFault(position, forecast.position)) ??
    firstFault(forecast.entries, ({ at }, before) => {
      const time = Date.parse(at)
      if (!(time >= Date.parse(from) && time <= Date.parse(to))) return 'its time was not asked for'
      return before !== undefined && time - Date.parse(before.at) < step * 1_000
        ? `it is less than ${step} s after the one before`
        : undefined
    }),
  warnings: (_question, { warnings }) => {
    const ids = new Set(warnings.map(({ id }) => id))
    if (ids.size < warnings.length) return 'two warnings have the same id'
    return firstFault(warnings, ({ from, to }) =>
      to !== undefined && Date.parse(to) < Date.parse(from) ? 'it ends before it starts' : undefined,
    )
  },
}

/**
 * What is wrong with an answer about the weather, as the end of a sentence; undefined when it is valid.
 * @param now Unix milliseconds
 */
export const weatherFault = <Subject extends WeatherSubject>(
  subject: Subject,
  {
    question,
    answer,
    now,
  }: { readonly question: WeatherQuestion<Subject>; readonly answer: unknown; readonly now: number },
): string | undefined => {
  const faults = checkBySubject[subject].faults(answer)
  if (faults.length > 0) return faultText(faults.slice(0, 8))
  // Each function of the table takes the answer that the schema of its subject has accepted.
  const faultOf = faultBySubject[subject] as FaultOf<Subject>
  return faultOf(question, answer as WeatherAnswer<Subject>, now)
}
