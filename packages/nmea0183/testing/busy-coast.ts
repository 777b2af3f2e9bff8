import { AisOutput } from '#encoding/ais-output.ts'
import { outputSentences } from '#encoding/output-table.ts'
import { withChecksum } from '@marinedata/ais'

/** Repeatable random numbers. */
export interface Numbers {
  /** At least 0 and less than 1. */
  next(): number
  /** A whole number of at least 0 and less than `limit`. */
  below(limit: number): number
}

const vessels = 200
const started = Date.UTC(2026, 5, 1)

const positionNear = (numbers: Numbers): { readonly latitude: number; readonly longitude: number } => ({
  latitude: 54 + numbers.next(),
  longitude: 10 + numbers.next(),
})

/** Values of the own vessel at one second. */
const ownValues = (numbers: Numbers, second: number): ReadonlyMap<string, unknown> => {
  const angle = (): number => (numbers.next() - 0.5) * 6
  return new Map<string, unknown>([
    ['navigation.datetime', new Date(started + second * 1_000).toISOString()],
    ['navigation.position', positionNear(numbers)],
    ['navigation.gnss.methodQuality', 'DGNSS fix'],
    ['navigation.gnss.satellites', 12],
    ['navigation.gnss.horizontalDilution', 0.6 + numbers.next()],
    ['navigation.gnss.antennaAltitude', 10 * numbers.next()],
    ['navigation.gnss.geoidalSeparation', 46.8],
    ['navigation.speedOverGround', 8 * numbers.next()],
    ['navigation.speedThroughWater', 8 * numbers.next()],
    ['navigation.courseOverGroundTrue', angle() + 3],
    ['navigation.headingMagnetic', angle() + 3],
    ['navigation.headingTrue', angle() + 3],
    ['navigation.magneticVariation', 0.05],
    ['navigation.rateOfTurn', angle() / 100],
    ['navigation.attitude', { roll: angle() / 10, pitch: angle() / 20 }],
    ['steering.rudderAngle', angle() / 10],
    ['environment.depth.belowTransducer', 40 * numbers.next()],
    ['environment.depth.transducerToKeel', 1.4],
    ['environment.water.temperature', 290 + numbers.next()],
    ['environment.outside.pressure', 101_300 + 100 * numbers.next()],
    ['environment.wind.angleApparent', angle() / 2],
    ['environment.wind.speedApparent', 15 * numbers.next()],
    ['environment.wind.angleTrueWater', angle() / 2],
    ['environment.wind.speedTrue', 15 * numbers.next()],
  ])
}

/** Sentences that receivers send and that have no values of the tree. */
const satellites = [
  'GPGSA,A,3,04,05,09,12,24,,,,,,,,2.5,1.3,2.1',
  'GPGSV,3,1,11,03,03,111,00,04,15,270,00,06,01,010,00,13,06,292,00',
  'GPGSV,3,2,11,14,25,170,00,16,57,208,39,18,67,296,40,19,40,246,00',
].map((body) => withChecksum(body))

const vesselAt = (numbers: Numbers): readonly [mmsi: string, values: Readonly<Record<string, unknown>>] => {
  const number = numbers.below(vessels)
  const isMark = number % 20 === 0
  return [
    `${isMark ? 99_211 : 21_100}${String(number).padStart(4, '0')}`.padEnd(9, '0'),
    {
      name: `VESSEL NUMBER ${number}`,
      'communication.callsignVhf': `DA${1_000 + number}`,
      'sensors.ais.class': number % 3 === 0 ? 'B' : 'A',
      'navigation.position': positionNear(numbers),
      'navigation.speedOverGround': 10 * numbers.next(),
      'navigation.courseOverGroundTrue': 6 * numbers.next(),
      'navigation.headingTrue': 6 * numbers.next(),
      'navigation.rateOfTurn': 0.001 * numbers.next(),
      'navigation.state': 'motoring',
      'navigation.destination.commonName': 'HAMBURG',
      'design.aisShipType': { id: 70 },
      'design.length': { overall: 50 + number },
      'design.beam': 20,
      'design.draft': { current: 7.5 },
      atonType: { id: 24 },
      virtual: false,
    },
  ]
}

const timesPerSecond = (period: number): number => Math.max(1, Math.round(1 / period))
const aisPerSecond = 35

/** The lines of one second: an own vessel with all instruments, and as many of other vessels. */
const second = (numbers: Numbers, at: number, ais: AisOutput): string[] => {
  const own = outputSentences.flatMap(({ write, period }) =>
    Array.from({ length: timesPerSecond(period) }, () => write(ownValues(numbers, at)) ?? []).flat(),
  )
  const others = Array.from({ length: aisPerSecond }, (_, index) => {
    const [mmsi, values] = vesselAt(numbers)
    return index < 3 ? ais.writeStatic(mmsi, values) : ais.writePosition(mmsi, values)
  }).flat()
  return [...own, ...satellites, ...others]
}

/** What a multiplexer sends near a busy coast: about as many lines of instruments as of other vessels. */
export const busyCoast = (count: number, numbers: Numbers): string[] => {
  const lines: string[] = []
  const ais = new AisOutput()
  for (let at = 0; lines.length < count; at++) lines.push(...second(numbers, at, ais))
  return lines.slice(0, count)
}
