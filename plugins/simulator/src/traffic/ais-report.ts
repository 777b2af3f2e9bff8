import type { Position } from '@marinedata/plugin-api'
import { inKnots, type Radians, type Seconds } from '../units.ts'
import type { Ship } from './ship.ts'

/** An AIS report: context and values. */
export interface AisReport {
  readonly context: string
  readonly values: Readonly<Record<string, unknown>>
}

const rounded = (value: number, digits = 4): number => Number(value.toFixed(digits))

export const contextOf = (map: 'vessels' | 'aircraft' | 'aton' | 'sar', mmsi: string): string =>
  `${map}.urn:mrn:imo:mmsi:${mmsi}`

/** Position and motion. */
export const motionOf = (
  { latitude, longitude, altitude }: Position,
  course?: Radians,
  speed?: number,
): Readonly<Record<string, unknown>> => ({
  'navigation.position': {
    latitude: rounded(latitude, 6),
    longitude: rounded(longitude, 6),
    ...(altitude !== undefined && { altitude }),
  },
  ...(course !== undefined && { 'navigation.courseOverGroundTrue': rounded(course) }),
  ...(speed !== undefined && { 'navigation.speedOverGround': rounded(speed, 2) }),
})

export const motionReport = ({ identity, position, course, speed, rateOfTurn }: Ship): AisReport => ({
  context: contextOf('vessels', identity.mmsi),
  values: {
    ...motionOf(position, course, speed),
    ...(identity.kind.class === 'A' && {
      'navigation.headingTrue': rounded(course),
      'navigation.rateOfTurn': rounded(rateOfTurn),
      'navigation.state': speed === 0 ? 'anchored' : identity.kind.state,
    }),
  },
})

export const identityReport = ({ identity }: Ship): AisReport => {
  const { mmsi, name, callSign, kind, length, destination } = identity
  return {
    context: contextOf('vessels', mmsi),
    values: {
      mmsi,
      name,
      'communication.callsignVhf': callSign,
      'design.aisShipType': { id: kind.type, name: kind.name },
      'design.length': { overall: length },
      'design.beam': rounded(1 + length * 0.14, 1),
      'sensors.ais.class': kind.class,
      ...(kind.class === 'A' && {
        'design.draft': { current: rounded(1.5 + length * 0.04, 1) },
        'navigation.destination.commonName': destination,
      }),
    },
  }
}

/** Seconds between two position reports by the AIS rules. */
export const motionInterval = ({ identity, speed, rateOfTurn }: Ship): Seconds => {
  const fast = inKnots(speed)
  if (identity.kind.class === 'B') return fast > 2 ? 30 : 180
  const isTurning = rateOfTurn !== 0
  if (fast > 23) return 2
  if (fast > 14) return isTurning ? 2 : 6
  return isTurning ? 10 / 3 : 10
}

/** Seconds between two static reports. */
export const identityInterval: Seconds = 360
