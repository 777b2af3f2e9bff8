import { SentenceDecoder } from '#decoding/decode.ts'
import type { OutputSentence } from '#encoding/output-sentence.ts'
import { outputSentences } from '#encoding/output-table.ts'
import { parseSentence } from '#lines/sentence.ts'
import { degree, knots, radians, turnBetween } from '@marinedata/model'
import fc from 'fast-check'
import { HeldClock } from './decode-trial.ts'

/** Values of a path, and whether one that was sent and received is still the same. */
interface Domain {
  readonly of: fc.Arbitrary<unknown>
  readonly isSame: (sent: unknown, received: unknown) => boolean
}

/** Arithmetic of doubles, beside half a resolution. */
const slack = 1e-9

const number = (least: number, most: number, resolution: number): Domain => ({
  of: fc.double({ min: least, max: most, noNaN: true }),
  isSame: (sent, received) => Math.abs(Number(sent) - Number(received)) <= resolution / 2 + slack,
})

const angle = (least: number, most: number): Domain => ({
  of: fc.double({ min: least, max: most, noNaN: true }),
  isSame: (sent, received) =>
    Math.abs(turnBetween(radians(Number(sent)), radians(Number(received)))) <= degree / 20 + slack,
})

const direction = angle(0, 2 * Math.PI)
const fromBow = angle(-Math.PI, Math.PI)

const oneOf = (...values: readonly unknown[]): Domain => ({
  of: fc.constantFrom(...values),
  isSame: (sent, received) => sent === received,
})

/** An object whose members have domains of their own. */
const members = (domains: Readonly<Record<string, Domain>>): Domain => ({
  of: fc.record(Object.fromEntries(Object.entries(domains).map(([name, { of }]) => [name, of]))),
  isSame: (sent, received) => {
    const [one, other] = [sent as Record<string, unknown>, received as Record<string, unknown>]
    return Object.entries(domains).every(([name, { isSame }]) => isSame(one[name], other[name]))
  },
})

const minute = 1 / 60
const domains: Readonly<Record<string, Domain>> = {
  'navigation.position': members({
    latitude: number(-90, 90, minute * 1e-5),
    longitude: number(-180, 180, minute * 1e-5),
  }),
  'navigation.datetime': {
    of: fc
      .date({ min: new Date('2020-01-01'), max: new Date('2079-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString()),
    isSame: (sent, received) => {
      const late = Date.parse(String(sent)) - Date.parse(String(received))
      return late >= 0 && late < 10
    },
  },
  'navigation.gnss.methodQuality': oneOf(
    'GNSS Fix',
    'DGNSS fix',
    'Precise GNSS',
    'RTK fixed integer',
    'RTK float',
  ),
  'navigation.gnss.satellites': { ...number(0, 99, 0), of: fc.integer({ min: 0, max: 99 }) },
  'navigation.gnss.horizontalDilution': number(0, 50, 0.1),
  'navigation.gnss.antennaAltitude': number(-500, 9_000, 0.1),
  'navigation.gnss.geoidalSeparation': number(-120, 120, 0.1),
  'navigation.gnss.differentialAge': number(0, 3_600, 1),
  'navigation.speedOverGround': number(0, knots(60), knots(0.01)),
  'navigation.speedThroughWater': number(0, knots(60), knots(0.01)),
  'navigation.courseOverGroundTrue': direction,
  'navigation.courseOverGroundMagnetic': direction,
  'navigation.headingTrue': direction,
  'navigation.headingMagnetic': direction,
  'navigation.magneticVariation': fromBow,
  'navigation.rateOfTurn': number(-1, 1, degree / 600),
  'navigation.attitude': members({ pitch: angle(-1.5, 1.5), roll: fromBow }),
  'steering.rudderAngle': angle(-1.5, 1.5),
  'environment.depth.belowTransducer': number(0, 10_998, 0.01),
  'environment.depth.transducerToKeel': number(0.01, 20, 0.01),
  'environment.depth.surfaceToTransducer': number(0.01, 20, 0.01),
  'environment.water.temperature': number(269, 323, 0.1),
  'environment.outside.temperature': number(214, 343, 0.1),
  'environment.outside.pressure': number(80_000, 110_000, 1),
  'environment.outside.relativeHumidity': number(0, 1, 0.001),
  'environment.wind.angleApparent': fromBow,
  'environment.wind.angleTrueWater': fromBow,
  'environment.wind.directionTrue': direction,
  'environment.wind.directionMagnetic': direction,
  'environment.wind.speedApparent': number(0, 100, knots(0.1)),
  'environment.wind.speedTrue': number(0, 100, knots(0.1)),
  'environment.wind.speedOverGround': number(0, 100, knots(0.1)),
}

const domainOf = (path: string): Domain => {
  const domain = domains[path]
  if (domain === undefined) throw new TypeError(`${path} has no values to test`)
  return domain
}

type Values = Readonly<Record<string, unknown>>

/** A sentence that has a mode or an offset has one of several paths: the others cannot be read from it. */
const isLost = ({ id }: OutputSentence, path: string, sent: Values): boolean => {
  if (path === 'navigation.gnss.methodQuality') return id !== 'GGA'
  if (path === 'navigation.datetime') return id !== 'RMC' && id !== 'ZDA'
  return path.endsWith('.surfaceToTransducer') && 'environment.depth.transducerToKeel' in sent
}

const receivedFrom = (line: string): Values | string => {
  const parsed = parseSentence(line)
  if ('fault' in parsed) return parsed.fault
  const decoder = new SentenceDecoder(new HeldClock())
  const [reading] = decoder.decode(parsed)
  return decoder.refused + decoder.withheld > 0 ? 'it is refused or withheld' : (reading?.values ?? {})
}

const faultOf = (sentence: OutputSentence, sent: Values): string | undefined => {
  const line = sentence.write(new Map(Object.entries(sent)))
  const isDue = sentence.essential.every((path) => path in sent) && Object.keys(sent).length > 0
  if (line === undefined || !isDue) return (line === undefined) === isDue ? `it is ${line}` : undefined
  if (line.length > 80) return `it is too long: ${line}`
  const received = receivedFrom(line)
  if (typeof received === 'string') return `${line}: ${received}`
  const differing = sentence.paths.filter((path) => {
    if (isLost(sentence, path, sent) || (!(path in sent) && !(path in received))) return false
    return !(path in sent && path in received && domainOf(path).isSame(sent[path], received[path]))
  })
  return differing.length === 0 ? undefined : `${line}: ${differing.join(', ')} ${JSON.stringify(received)}`
}

/** Sends random values through encoding and decoding. Returns what differs by more than half a resolution. */
export const findChangedSentences = (runs: number, seed: number): string[] =>
  outputSentences.flatMap((sentence) => {
    const values = fc.record(Object.fromEntries(sentence.paths.map((path) => [path, domainOf(path).of])), {
      requiredKeys: [],
    })
    const property = fc.property(values, (sent) => faultOf(sentence, sent) === undefined)
    const { failed, counterexample } = fc.check(property, { numRuns: runs, seed })
    return failed
      ? [`${sentence.id} ${JSON.stringify(counterexample)}: ${faultOf(sentence, counterexample?.[0] ?? {})}`]
      : []
  })
