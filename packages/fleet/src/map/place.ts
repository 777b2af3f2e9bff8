import { checkOf, Type, type Delta, type Static } from '@marinedata/model'

/** The squares that readers subscribe to. */
export const cellDepth = 6
/** The squares of subjects. */
export const subjectDepth = 8

/** Where a boat is, as gateways pass it on. */
const Place = Type.Object({
  latitude: Type.Number({ minimum: -90, maximum: 90 }),
  longitude: Type.Number({ minimum: -180, maximum: 180 }),
  course: Type.Optional(Type.Number()),
  at: Type.Integer({ minimum: 0, description: 'when the gateway received it, Unix milliseconds' }),
})
export type Place = Static<typeof Place>
export const checkPlace = checkOf<Place>(Place)

/** The boats of a gateway in a cell, by token. */
const Places = Type.Array(Type.Object({ token: Type.String(), place: Place }))
export const checkPlaces = checkOf<{ readonly token: string; readonly place: Place }[]>(Places)

/** The boats of a gateway, by cell. */
const Counts = Type.Record(Type.String({ pattern: '^[0-3]{6}$' }), Type.Integer({ minimum: 1 }))
export const checkCounts = checkOf<Record<string, number>>(Counts)

const isPosition = (value: unknown): value is { latitude: number; longitude: number } =>
  typeof value === 'object' && value !== null && 'latitude' in value && 'longitude' in value

/** The place after a delta of the boat; undefined while it is unknown. */
export const placeAfter = ({ updates }: Delta, before: Place | undefined, at: number): Place | undefined => {
  const values = new Map(
    updates.flatMap(({ values: own = [] }) => own.map(({ path, value }) => [path, value] as const)),
  )
  const position = values.get('navigation.position') ?? before
  const course = values.has('navigation.courseOverGroundTrue')
    ? values.get('navigation.courseOverGroundTrue')
    : before?.course
  if (!isPosition(position)) return undefined
  const { latitude, longitude } = position
  const place = { latitude, longitude, at, ...(typeof course === 'number' && { course }) }
  return checkPlace.accepts(place) ? place : undefined
}
