import { Type, type Static } from '#schema-language.ts'

/** WGS84 position in degrees. Latitude and longitude are always both present. */
export const Position = Type.Object(
  {
    latitude: Type.Number({ minimum: -90, maximum: 90, description: 'degrees, north positive' }),
    longitude: Type.Number({ minimum: -180, maximum: 180, description: 'degrees, east positive' }),
    altitude: Type.Optional(Type.Number({ description: 'metres' })),
  },
  { $id: 'Position', additionalProperties: false },
)
export type Position = Static<typeof Position>

/** True for a complete, valid position. Written without the schema for speed, because every fix is checked. */
export const isWholePosition = (value: object): value is Position => {
  const { latitude, longitude, altitude } = value as Partial<Record<keyof Position, unknown>>
  return (
    isWithin(latitude, 90) && isWithin(longitude, 180) && (altitude === undefined || isWithin(altitude, 1e6))
  )
}

const isWithin = (value: unknown, limit: number): boolean =>
  typeof value === 'number' && value >= -limit && value <= limit

/** A bounding box in degrees. It crosses the date line when `west` is greater than `east`. */
export const BoundingBox = Type.Object(
  {
    south: Type.Number({ minimum: -90, maximum: 90 }),
    west: Type.Number({ minimum: -180, maximum: 180 }),
    north: Type.Number({ minimum: -90, maximum: 90 }),
    east: Type.Number({ minimum: -180, maximum: 180 }),
  },
  { $id: 'BoundingBox', additionalProperties: false, description: 'degrees' },
)
export type BoundingBox = Static<typeof BoundingBox>

export const isInside = (box: BoundingBox, { latitude, longitude }: Position): boolean => {
  if (latitude < box.south || latitude > box.north) return false
  const isEastOfWest = longitude >= box.west
  const isWestOfEast = longitude <= box.east
  return box.west <= box.east ? isEastOfWest && isWestOfEast : isEastOfWest || isWestOfEast
}
