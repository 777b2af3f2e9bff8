import { stateOf, markKind, shipKind } from '#craft/craft-kinds.ts'
import { aisMessages, type AisMessageName } from '#messages/ais-messages.ts'
import { AisSentenceWriter, encodeMessage } from '#sentences/ais-encoder.ts'
import { degree, degrees, knots, radians, toDegrees, turnBetween } from '@marinedata/model'
import fc from 'fast-check'
import { AisTrial } from './ais-trial.ts'

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

const direction = (resolution: number): Domain => ({
  of: fc.double({ min: 0, max: 2 * Math.PI, noNaN: true }),
  isSame: (sent, received) =>
    Math.abs(turnBetween(radians(Number(sent)), radians(Number(received)))) <= resolution / 2 + slack,
})

const member = (name: string, { of, isSame }: Domain): Domain => ({
  of: of.map((value) => ({ [name]: value })),
  isSame: (sent, received) =>
    isSame((sent as Record<string, unknown>)[name], (received as Record<string, unknown>)[name]),
})

const oneOf = (values: readonly unknown[]): Domain => ({
  of: fc.constantFrom(...values),
  isSame: (sent, received) => JSON.stringify(sent) === JSON.stringify(received),
})

const numbersBelow = (limit: number): number[] => Array.from({ length: limit }, (_, number_) => number_)
const known = <Value>(values: readonly (Value | undefined)[]): Value[] =>
  values.filter((value) => value !== undefined)

const letters = ' !"#$%&\'()*+,-./0123456789:;<=>?ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_'.split('')
const text = (most: number): Domain => ({
  of: fc
    .string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: most })
    .map((given) => (given.trim() === '' ? 'X' : given.trimEnd())),
  isSame: (sent, received) => sent === received,
})

const place = (perDegree: number, hasAltitude = false): Domain => ({
  of: fc.record(
    {
      latitude: fc.double({ min: -90, max: 90, noNaN: true }),
      longitude: fc.double({ min: -180, max: 180, noNaN: true }),
      ...(hasAltitude && { altitude: fc.integer({ min: 0, max: 4_093 }) }),
    },
    { requiredKeys: ['latitude', 'longitude'] },
  ),
  isSame: (sent, received) => {
    const [one, other] = [sent as Record<string, number>, received as Record<string, number>]
    return ['latitude', 'longitude', 'altitude'].every(
      (name) =>
        one[name] === other[name] ||
        Math.abs(Number(one[name]) - Number(other[name])) <= 0.5 / perDegree + slack,
    )
  },
})

/** Steps of the rate of turn grow with it, so the comparison is by its root. */
const rootOf = (rate: unknown): number => {
  const perMinute = toDegrees(radians(Number(rate))) * 60
  return Math.sign(perMinute) * 4.733 * Math.sqrt(Math.abs(perMinute))
}
const fastestTurn: number = degrees((126 / 4.733) ** 2 / 60)
const rateOfTurn: Domain = {
  of: fc.double({ min: -fastestTurn, max: fastestTurn, noNaN: true }),
  isSame: (sent, received) => Math.abs(rootOf(sent) - rootOf(received)) <= 0.5 + slack,
}

const safetyText = (most: number, isAddressed: boolean): Domain => ({
  of: fc.record({
    text: text(most).of.map((given) => String(given).trim()),
    ...(isAddressed && { to: fc.constantFrom('235099999', '002320001', '000000000') }),
  }),
  isSame: (sent, received) => JSON.stringify(sent) === JSON.stringify(received),
})

const usual: Readonly<Record<string, Domain>> = {
  'navigation.state': oneOf(known(numbersBelow(16).map(stateOf))),
  'navigation.rateOfTurn': rateOfTurn,
  'navigation.speedOverGround': number(0, knots(102.1), knots(0.1)),
  'navigation.position': place(600_000),
  'navigation.courseOverGroundTrue': direction(degree / 10),
  'navigation.headingTrue': direction(degree),
  'navigation.destination.commonName': text(20),
  'communication.callsignVhf': text(7),
  name: text(20),
  'design.aisShipType': oneOf(known(numbersBelow(256).map(shipKind))),
  'design.length': member('overall', number(0.5, 510, 1)),
  'design.beam': number(0.5, 62, 1),
  'design.draft': member('current', number(0.05, 25.4, 0.1)),
  atonType: oneOf(known(numbersBelow(32).map(markKind))),
  offPosition: oneOf([true, false]),
  virtual: oneOf([true, false]),
}

/** What differs from the usual, by message. */
const special: Partial<Record<AisMessageName, Readonly<Record<string, Domain>>>> = {
  mark: { name: text(34) },
  broadcastText: { 'communication.safetyText': safetyText(161, false) },
  addressedText: { 'communication.safetyText': safetyText(156, true) },
  aircraft: {
    'navigation.position': place(600_000, true),
    'navigation.speedOverGround': number(0, knots(1_021), knots(1)),
  },
  longRange: {
    'navigation.position': place(600),
    'navigation.speedOverGround': number(0, knots(62), knots(1)),
    'navigation.courseOverGroundTrue': direction(degree),
  },
}

const mmsiOf = (name: AisMessageName): string => {
  const byName: Partial<Record<AisMessageName, string>> = {
    mark: '992351042',
    baseStation: '002301234',
    aircraft: '111232511',
  }
  return byName[name] ?? '230012345'
}

/** A single bit cannot say that it is unknown. */
const alwaysKnown: ReadonlySet<string> = new Set(['virtual'])

const valuesOf = (name: AisMessageName): fc.Arbitrary<Record<string, unknown>> => {
  const paths = Object.keys(aisMessages[name].values)
  const domains = paths.map((path) => [path, domainOf(name, path).of] as const)
  return fc.record(Object.fromEntries(domains), {
    requiredKeys: paths.filter((path) => alwaysKnown.has(path)),
  })
}

const domainOf = (name: AisMessageName, path: string): Domain => {
  const domain = special[name]?.[path] ?? usual[path]
  if (domain === undefined) throw new TypeError(`${path} has no values to test`)
  return domain
}

const added: ReadonlySet<string> = new Set(['mmsi', 'sensors.ais.class'])

const faultOf = (name: AisMessageName, sent: Readonly<Record<string, unknown>>): string | undefined => {
  const message = encodeMessage(name, mmsiOf(name), sent)
  const isEssential = aisMessages[name].essential.some((path) => path in sent)
  if (message === undefined) return isEssential ? 'it is not encoded' : undefined
  if (!isEssential) return 'it is encoded without its essential values'
  const trial = new AisTrial()
  const lines = new AisSentenceWriter().write(message, { channel: 'B' })
  if (lines.some((line) => line.length > 80)) return 'a sentence is too long'
  const received = lines.flatMap((line) => trial.hear(line))[0]?.values ?? {}
  const differing = Object.keys({ ...sent, ...received }).filter(
    (path) =>
      !added.has(path) &&
      !(path in sent && path in received && domainOf(name, path).isSame(sent[path], received[path])),
  )
  return differing.length === 0 ? undefined : `${differing.join(', ')}: ${JSON.stringify(received)}`
}

/** Sends random values through encoding and decoding. Returns what differs by more than half a resolution. */
export const findChangedAis = (runs: number, seed: number): string[] =>
  (Object.keys(aisMessages) as AisMessageName[]).flatMap((name) => {
    const property = fc.property(valuesOf(name), (sent) => faultOf(name, sent) === undefined)
    const { failed, counterexample } = fc.check(property, { numRuns: runs, seed })
    return failed
      ? [`${name} ${JSON.stringify(counterexample)}: ${faultOf(name, counterexample?.[0] ?? {})}`]
      : []
  })
