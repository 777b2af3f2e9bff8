import type { Fields } from '#codec/decode.ts'
import type { SensorMessage } from './simulated-device.ts'
import type { Voyage } from './simulated-voyage.ts'

/** Another vessel: its number, its name, and where it is from us. */
interface Ship {
  readonly userId: number
  readonly name: string
  readonly north: number
  readonly east: number
  readonly course: number
  readonly speed: number
}

const ships: readonly Ship[] = [
  { userId: 230_123_450, name: 'AURORA', north: 0.02, east: 0.03, course: 1.2, speed: 6 },
  { userId: 265_547_210, name: 'NORDVIK', north: -0.03, east: 0.01, course: 3.9, speed: 7.5 },
  { userId: 230_998_110, name: 'LUMI', north: 0.01, east: -0.04, course: 5.5, speed: 2.5 },
]

const metresPerDegree = 111_120
const home = { latitude: 59.95, longitude: 24.9 }

const shipPosition = ({ north, east, course, speed }: Ship, { seconds }: Voyage): Fields => {
  const degrees = (speed * seconds) / metresPerDegree
  return {
    latitude: home.latitude + north + degrees * Math.cos(course),
    longitude: home.longitude + east + (degrees * Math.sin(course)) / 0.5,
  }
}

const positionReport = (ship: Ship): SensorMessage => ({
  id: 'aisClassAPositionReport',
  everyMs: 10_000,
  fields: (voyage) => ({
    messageId: 1,
    repeatIndicator: 0,
    userId: ship.userId,
    ...shipPosition(ship, voyage),
    positionAccuracy: 1,
    raim: 0,
    timeStamp: 1,
    cog: ship.course,
    sog: ship.speed,
    communicationState: new Uint8Array(3),
    aisTransceiverInformation: 0,
    heading: ship.course,
    rateOfTurn: 0,
    navStatus: 0,
    specialManeuverIndicator: 0,
  }),
})

const staticReport = ({ userId, name }: Ship): SensorMessage => ({
  id: 'aisClassAStaticAndVoyageRelatedData',
  everyMs: 60_000,
  fields: () => ({
    messageId: 5,
    repeatIndicator: 0,
    userId,
    callsign: 'OJ1234',
    name,
    typeOfShip: 70,
    length: 90,
    beam: 14,
    positionReferenceFromStarboard: 7,
    positionReferenceFromBow: 70,
    draft: 5,
    destination: 'TALLINN',
    aisVersionIndicator: 0,
    gnssType: 1,
    dte: 0,
    aisTransceiverInformation: 0,
  }),
})

/** Messages of the AIS receiver: positions and names of three ships. */
export const shipMessages: readonly SensorMessage[] = ships.flatMap((ship) => [
  positionReport(ship),
  staticReport(ship),
])
