import type { Fields } from '#codec/decode.ts'
import { direction, is, momentOf, number, numberIn, position, type CourseKind, type Rule } from './rules.ts'

/** How the sender computes courses; undefined when it does not say. */
export const courseKindOf = ({ calculationType }: Fields): CourseKind | undefined => {
  if (calculationType === 0) return 'GreatCircle'
  return calculationType === 1 ? 'Rhumbline' : undefined
}

const below =
  (rest: string) =>
  (fields: Fields): string =>
    `navigation.course${courseKindOf(fields) ?? 'Rhumbline'}.${rest}`

const isTrue = is('courseBearingReference', 0)
const isMagnetic = is('courseBearingReference', 1)

const estimatedTimeOfArrival: Rule = ({ message: { fields } }, mapped) => {
  const value = momentOf(numberIn(fields, 'etaDate'), numberIn(fields, 'etaTime'))
  const path = below('nextPoint.estimatedTimeOfArrival')(fields)
  if (value !== undefined) mapped.values.push({ path, value })
}

const destination: Rule = (input, mapped) =>
  position(below('nextPoint.position')(input.message.fields), [
    'destinationLatitude',
    'destinationLongitude',
  ])(input, mapped)

const ended = 1

/** Positive: the vessel is to starboard of the track. Only what is measured, autonomous or differential, counts. */
const crossTrackError: Rule = ({ message: { fields }, courseKind }, mapped) => {
  const path = `navigation.course${courseKind}.crossTrackError`
  const isMeasured = fields['xteMode'] === 0 || fields['xteMode'] === 1
  const error = numberIn(fields, 'xte')
  const isGiven = isMeasured && fields['navigationTerminated'] !== ended && error !== undefined
  mapped.values.push({ path, value: isGiven ? error : null })
}

/** Where a plotter navigates to, by message. */
export const courseRules: Readonly<Record<string, readonly Rule[]>> = {
  crossTrackError: [crossTrackError],
  navigationData: [
    number('distanceToWaypoint', below('nextPoint.distance')),
    number('bearingPositionToDestinationWaypoint', below('nextPoint.bearingTrue'), {
      when: isTrue,
      convert: direction,
    }),
    number('bearingPositionToDestinationWaypoint', below('nextPoint.bearingMagnetic'), {
      when: isMagnetic,
      convert: direction,
    }),
    number('bearingOriginToDestinationWaypoint', below('bearingTrackTrue'), {
      when: isTrue,
      convert: direction,
    }),
    number('bearingOriginToDestinationWaypoint', below('bearingTrackMagnetic'), {
      when: isMagnetic,
      convert: direction,
    }),
    destination,
    number('waypointClosingVelocity', below('nextPoint.velocityMadeGood')),
    estimatedTimeOfArrival,
  ],
}
