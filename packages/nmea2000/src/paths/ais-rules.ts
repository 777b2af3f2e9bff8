import type { Fields, Message } from '#codec/decode.ts'
import {
  aisPaths,
  createReport,
  isTender,
  mapOf,
  markKind,
  mmsiFrom,
  movers,
  shipKind,
  stateOf,
  type AisReport,
  type ReportKind,
} from '@marinedata/ais'
import { degrees, knots } from '@marinedata/model'
import { usualNames } from './map-message.ts'
import { direction, is, momentOf, number, numberIn, position, type Rule } from './rules.ts'

/** What an AIS message on the bus says. */
export interface MappedAis {
  /** Undefined when it is about the own vessel, or has no values. */
  readonly report?: AisReport
  /** It was sent by the own transponder, or has the own MMSI. */
  readonly isOwn: boolean
  /** Impossible values, and messages that contradict their MMSI. */
  readonly refused: number
}

interface AisRules extends ReportKind {
  /** Whether the message is of this kind. */
  readonly when?: (fields: Fields) => boolean
  readonly rules: readonly Rule[]
}

/** Sent by the own transponder on channel A or B, or not broadcast at all. */
const isOwnTransmission = is('aisTransceiverInformation', 2, 3, 4)

/** The largest numbers of AIS that are not "this much or more". */
const fastestShip = knots(102.15)
const fastestAircraft = knots(1_021.5)
const fastestTurn: number = degrees((126.5 / 4.733) ** 2 / 60)
const highest = 4_093

/** A value that is not a plain number; nothing when it is unknown. */
const value =
  (path: string, of: (fields: Fields) => unknown): Rule =>
  ({ message: { fields } }, { values }) => {
    const found = of(fields)
    if (found !== undefined) values.push({ path, value: found })
  }

/** AIS ends a text with `@`, and some gateways pass on what follows. */
const text = (field: string, path: string): Rule =>
  value(path, (fields) => {
    const given = fields[field]
    return typeof given === 'string' ? given.split('@', 1)[0]?.trim() || undefined : undefined
  })

/** A size: zero means unknown. */
const sizeIn = (fields: Fields, field: string): number | undefined => {
  const size = numberIn(fields, field)
  return size !== undefined && size > 0 ? size : undefined
}

const size = (field: string, path: string, member?: string): Rule =>
  value(path, (fields) => {
    const found = sizeIn(fields, field)
    return found === undefined || member === undefined ? found : { [member]: found }
  })

/** Positive to starboard. Without a distance from the bow the place of the antenna is unknown. */
const fromCenter = (fields: Fields): number | undefined => {
  const [bow, beam] = [sizeIn(fields, 'positionReferenceFromBow'), sizeIn(fields, 'beam')]
  const starboard = numberIn(fields, 'positionReferenceFromStarboard')
  if (bow === undefined || beam === undefined || starboard === undefined) return undefined
  // In the steps of the message.
  return starboard <= beam ? Math.round((beam / 2 - starboard) * 100) / 100 + 0 : undefined
}

const dimensions: readonly Rule[] = [
  size('length', 'design.length', 'overall'),
  size('beam', 'design.beam'),
  size('positionReferenceFromBow', 'sensors.ais.fromBow'),
  value('sensors.ais.fromCenter', fromCenter),
]

const mmsiIn = (fields: Fields, field = 'userId'): string | undefined =>
  mmsiFrom(numberIn(fields, field) ?? Number.NaN)

const isFromTender = (fields: Fields): boolean => isTender(mmsiIn(fields) ?? '')

/** A tender has its mother ship here instead of its size. */
const unlessTender =
  (rule: Rule): Rule =>
  (input, mapped) => {
    if (!isFromTender(input.message.fields)) rule(input, mapped)
  }

const shipType = value('design.aisShipType', (fields) =>
  shipKind(numberIn(fields, 'typeOfShip') ?? Number.NaN),
)

const noState = 15

/** A distress beacon without a state is under test. The next field shows that the message is not cut off before it. */
const state = value('navigation.state', (fields) => {
  const given = numberIn(fields, 'navStatus') ?? noState
  const isBeacon = mapOf(mmsiIn(fields) ?? '') === 'sar'
  const isWhole = fields['specialManeuverIndicator'] !== undefined
  return isBeacon && isWhole && given === noState ? 'default' : stateOf(given)
})

const place = position('navigation.position')
const course = number('cog', 'navigation.courseOverGroundTrue', { convert: direction })
const speed = (most: number): Rule => number('sog', 'navigation.speedOverGround', { range: [0, most] })
const heading = (field: string): Rule => number(field, 'navigation.headingTrue', { convert: direction })

/** Gateways convert the code for "faster than can be measured" as if it were a rate. */
const rateOfTurn = value('navigation.rateOfTurn', (fields) => {
  const rate = numberIn(fields, 'rateOfTurn')
  return rate !== undefined && Math.abs(rate) <= fastestTurn ? rate : undefined
})

const motion: readonly Rule[] = [place, course, speed(fastestShip)]

/** The altitude is a member of the position. */
const flyingPlace: Rule = (input, mapped) => {
  const altitude = numberIn(input.message.fields, 'altitude')
  const before = mapped.values.length
  place(input, mapped)
  const given = mapped.values[before]?.value
  if (altitude === undefined || altitude < 0 || altitude > highest) return
  if (typeof given === 'object' && given !== null)
    mapped.values[before] = { path: 'navigation.position', value: { ...given, altitude } }
}

const flag = (field: string, path: string, when: (fields: Fields) => boolean = () => true): Rule =>
  value(path, (fields) => {
    const raw = numberIn(fields, field)
    return raw === undefined || !when(fields) ? undefined : raw === 1
  })

/** The flag counts only when the second, and so the position, is known. */
const hasSecond = (fields: Fields): boolean => (numberIn(fields, 'timeStamp') ?? 60) < 60

const imo = value('registrations.imo', (fields) => {
  const given = sizeIn(fields, 'imoNumber')
  return given === undefined ? undefined : `IMO ${given}`
})

const arrival = value('navigation.destination.eta', (fields) =>
  momentOf(numberIn(fields, 'etaDate'), numberIn(fields, 'etaTime')),
)

const motherShip = value('mothershipMmsi', (fields) =>
  isFromTender(fields) && sizeIn(fields, 'mothershipUserId') !== undefined
    ? mmsiIn(fields, 'mothershipUserId')
    : undefined,
)

/** What the AIS messages of the bus mean, by message. Tables of ships, marks and states are those of AIS. */
export const aisRules: Readonly<Record<string, AisRules>> = {
  aisClassAPositionReport: {
    of: movers,
    class: 'A',
    rules: [state, ...motion, heading('heading'), rateOfTurn],
  },
  aisClassBPositionReport: { of: movers, class: 'B', rules: [...motion, heading('heading')] },
  aisClassBExtendedPositionReport: {
    of: movers,
    class: 'B',
    rules: [...motion, heading('trueHeading'), text('name', 'name'), shipType, ...dimensions],
  },
  aisAidsToNavigationAtonReport: {
    of: ['aton'],
    rules: [
      place,
      text('atonName', 'name'),
      value('atonType', (fields) => markKind(numberIn(fields, 'atonType') ?? Number.NaN)),
      flag('virtualAtonFlag', 'virtual'),
      flag('offPositionIndicator', 'offPosition', hasSecond),
      size('lengthDiameter', 'design.length', 'overall'),
      size('beamDiameter', 'design.beam'),
    ],
  },
  // Message 11 has the same form: the answer of a vessel.
  aisUtcAndDateReport: { of: ['aton'], when: is('messageId', 4), rules: [place] },
  aisClassAStaticAndVoyageRelatedData: {
    of: movers,
    class: 'A',
    rules: [
      imo,
      text('callsign', 'communication.callsignVhf'),
      text('name', 'name'),
      shipType,
      ...dimensions,
      size('draft', 'design.draft', 'current'),
      text('destination', 'navigation.destination.commonName'),
      arrival,
    ],
  },
  aisSarAircraftPositionReport: { of: ['aircraft'], rules: [flyingPlace, course, speed(fastestAircraft)] },
  // A class A transponder may send type 24, too: it does not say the class.
  aisClassBStaticDataMsg24PartA: { of: movers, rules: [text('name', 'name')] },
  aisClassBStaticDataMsg24PartB: {
    of: movers,
    rules: [
      shipType,
      text('callsign', 'communication.callsignVhf'),
      ...dimensions.map(unlessTender),
      motherShip,
    ],
  },
}

/** Every path of other craft that a message can write: those of NMEA 0183, and what only the bus has. */
export const busAisPaths: readonly string[] = [
  ...aisPaths,
  'mothershipMmsi',
  'navigation.destination.eta',
  'registrations.imo',
  'sensors.ais.fromBow',
  'sensors.ais.fromCenter',
].toSorted()

const rulesOf: ReadonlyMap<string, AisRules> = new Map(Object.entries(aisRules))

const nothing: MappedAis = { isOwn: false, refused: 0 }
const contradiction: MappedAis = { isOwn: false, refused: 1 }
const own: MappedAis = { isOwn: true, refused: 0 }

const reportOf = (mmsi: string, kind: AisRules, message: Message): MappedAis => {
  const mapped = { values: [] as { path: string; value: unknown }[], refused: 0 }
  for (const rule of kind.rules) rule({ message, names: usualNames }, mapped)
  const known = mapped.values.filter((each) => each.value !== null)
  const { refused } = mapped
  if (known.length === 0) return { isOwn: false, refused }
  const values = Object.fromEntries(known.map((each) => [each.path, each.value]))
  return { report: createReport(mmsi, kind, values), isOwn: false, refused }
}

/**
 * What an AIS message says about another craft.
 *
 * @param ownMmsi messages about it are not about another vessel
 * @returns undefined for a message that is not AIS
 */
export const mapAisMessage = (message: Message, ownMmsi?: string): MappedAis | undefined => {
  const { definition, fields } = message
  const kind = rulesOf.get(definition.id)
  if (kind === undefined) return undefined
  if (kind.when?.(fields) === false) return nothing
  if (isOwnTransmission(fields)) return own
  const mmsi = mmsiIn(fields)
  if (mmsi === undefined) return contradiction
  if (mmsi === ownMmsi) return own
  return kind.of.includes(mapOf(mmsi)) ? reportOf(mmsi, kind, message) : contradiction
}
