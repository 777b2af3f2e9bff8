import type { Fields, Message } from '#codec/decode.ts'
import {
  aisPaths,
  createReport,
  gather,
  isTender,
  mapOf,
  markKind,
  mmsiFrom,
  movers,
  refused,
  shipKind,
  stateOf,
  type AisReport,
  type PathReader,
  type Reader,
  type Reading,
  type ReportKind,
} from '@marinedata/ais'
import { dscCallPath, degrees, knots, safetyTextPath, type Position } from '@marinedata/model'
import { direction, is, momentOf, numberIn } from './rules.ts'
import { addressedText, broadcastText } from './safety-text.ts'

/** The content of an AIS message on the bus. */
export interface MappedAis {
  /** Undefined when it is about own ship, or has no values. */
  readonly report?: AisReport
  /** Sent by own ship's transponder, or with own ship's MMSI. */
  readonly isOwn: boolean
  /** The position in a message with own ship's MMSI: an echo, or another vessel that uses the MMSI. */
  readonly ownMmsiPosition?: unknown
  /** Impossible values, and messages that contradict their MMSI. */
  readonly refused: number
}

type FieldReader = Reader<Fields>
type Readers = Readonly<Record<string, FieldReader>>

interface AisRules extends ReportKind {
  /** The field with the MMSI of the sender; default `userId`. */
  readonly sender?: string
  /** Whether the message is of this kind. */
  readonly when?: (fields: Fields) => boolean
  readonly values: Readers
}

/** Sent by own ship's transponder on channel A or B, or not broadcast at all. */
const isOwnTransmission = is('aisTransceiverInformation', 2, 3, 4)

/** The largest numbers of AIS that are not "this much or more". */
const fastestShip = knots(102.15)
const fastestAircraft = knots(1_021.5)
const fastestTurn: number = degrees((126.5 / 4.733) ** 2 / 60)
const highest = 4_093

/** AIS ends a text with `@`, and some gateways pass on what follows. */
const text =
  (field: string): FieldReader =>
  (fields) => {
    const given = fields[field]
    return typeof given === 'string' ? given.split('@', 1)[0]?.trim() || undefined : undefined
  }

/** A size or a number of a ship: zero means unknown. */
const sizeIn = (fields: Fields, field: string): number | undefined => {
  const size = numberIn(fields, field)
  return size !== undefined && size > 0 ? size : undefined
}

const size =
  (field: string): FieldReader =>
  (fields) =>
    sizeIn(fields, field)

/** A size that the tree has as a member of an object. */
const memberSize =
  (field: string, member: string): FieldReader =>
  (fields) => {
    const found = sizeIn(fields, field)
    return found === undefined ? undefined : { [member]: found }
  }

/** Positive to starboard. Without a distance from the bow the place of the antenna is unknown. */
const fromCenter: FieldReader = (fields) => {
  const [bow, beam] = [sizeIn(fields, 'positionReferenceFromBow'), sizeIn(fields, 'beam')]
  const starboard = numberIn(fields, 'positionReferenceFromStarboard')
  if (bow === undefined || beam === undefined || starboard === undefined) return undefined
  // In the steps of the message.
  return starboard <= beam ? Math.round((beam / 2 - starboard) * 100) / 100 + 0 : undefined
}

const dimensions: Readers = {
  'design.length': memberSize('length', 'overall'),
  'design.beam': size('beam'),
  'sensors.ais.fromBow': size('positionReferenceFromBow'),
  'sensors.ais.fromCenter': fromCenter,
}

const mmsiIn = (fields: Fields, field = 'userId'): string | undefined =>
  mmsiFrom(numberIn(fields, field) ?? Number.NaN)

const isFromTender = (fields: Fields): boolean => isTender(mmsiIn(fields) ?? '')

/** A tender has its mother ship here instead of its size. */
const unlessTender = (readers: Readers): Readers =>
  Object.fromEntries(
    Object.entries(readers).map(([path, read]) => [
      path,
      (fields: Fields) => (isFromTender(fields) ? undefined : read(fields)),
    ]),
  )

const motherShip: FieldReader = (fields) =>
  isFromTender(fields) && sizeIn(fields, 'mothershipUserId') !== undefined
    ? mmsiIn(fields, 'mothershipUserId')
    : undefined

const shipType: FieldReader = (fields) => shipKind(numberIn(fields, 'typeOfShip') ?? Number.NaN)
const markType: FieldReader = (fields) => markKind(numberIn(fields, 'atonType') ?? Number.NaN)

const noState = 15

/** A distress beacon without a state is under test. The next field shows that the message is not cut off before it. */
const state: FieldReader = (fields) => {
  const given = numberIn(fields, 'navStatus') ?? noState
  const isBeacon = mapOf(mmsiIn(fields) ?? '') === 'sar'
  const isWhole = fields['specialManeuverIndicator'] !== undefined
  return isBeacon && isWhole && given === noState ? 'default' : stateOf(given)
}

/** Both coordinates or nothing. */
const place = (fields: Fields): Reading<Position> => {
  const [latitude, longitude] = [numberIn(fields, 'latitude'), numberIn(fields, 'longitude')]
  if (latitude === undefined || longitude === undefined) return undefined
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : refused
}

/** The altitude is a member of the position. */
const flyingPlace: FieldReader = (fields) => {
  const [where, altitude] = [place(fields), numberIn(fields, 'altitude')]
  const isAltitude = altitude !== undefined && altitude >= 0 && altitude <= highest
  return typeof where === 'object' && isAltitude ? { ...where, altitude } : where
}

const compassDirection =
  (field: string): FieldReader =>
  (fields) => {
    const angle = numberIn(fields, field)
    return angle === undefined ? undefined : (direction(angle) ?? refused)
  }

const speed =
  (most: number): FieldReader =>
  (fields) => {
    const found = numberIn(fields, 'sog')
    if (found === undefined) return undefined
    return found >= 0 && found <= most ? found : refused
  }

/** Gateways convert the code for "faster than can be measured" as if it were a rate. */
const rateOfTurn: FieldReader = (fields) => {
  const rate = numberIn(fields, 'rateOfTurn')
  return rate !== undefined && Math.abs(rate) <= fastestTurn ? rate : undefined
}

const flag =
  (field: string): FieldReader =>
  (fields) => {
    const raw = numberIn(fields, field)
    return raw === undefined ? undefined : raw === 1
  }

const offPositionFlag = flag('offPositionIndicator')

/** The flag counts only when the second, and so the position, is known. */
const offPosition: FieldReader = (fields) =>
  (numberIn(fields, 'timeStamp') ?? 60) < 60 ? offPositionFlag(fields) : undefined

const imo: FieldReader = (fields) => {
  const given = sizeIn(fields, 'imoNumber')
  return given === undefined ? undefined : `IMO ${given}`
}

const arrival: FieldReader = (fields) => momentOf(numberIn(fields, 'etaDate'), numberIn(fields, 'etaTime'))

const motion = (most: number): Readers => ({
  'navigation.position': place,
  'navigation.courseOverGroundTrue': compassDirection('cog'),
  'navigation.speedOverGround': speed(most),
})

/** Texts come from ships, aircraft, beacons and coast stations. */
const text12And14 = { of: [...movers, 'aton'], sender: 'sourceId' } as const

/** Meaning of the AIS messages of the bus, by message. Tables of ships, marks and states follow AIS. */
export const aisRules: Readonly<Record<string, AisRules>> = {
  aisClassAPositionReport: {
    of: movers,
    class: 'A',
    values: {
      ...motion(fastestShip),
      'navigation.state': state,
      'navigation.headingTrue': compassDirection('heading'),
      'navigation.rateOfTurn': rateOfTurn,
    },
  },
  aisClassBPositionReport: {
    of: movers,
    class: 'B',
    values: { ...motion(fastestShip), 'navigation.headingTrue': compassDirection('heading') },
  },
  aisClassBExtendedPositionReport: {
    of: movers,
    class: 'B',
    values: {
      ...motion(fastestShip),
      'navigation.headingTrue': compassDirection('trueHeading'),
      name: text('name'),
      'design.aisShipType': shipType,
      ...dimensions,
    },
  },
  aisAidsToNavigationAtonReport: {
    of: ['aton'],
    values: {
      'navigation.position': place,
      name: text('atonName'),
      atonType: markType,
      virtual: flag('virtualAtonFlag'),
      offPosition,
      'design.length': memberSize('lengthDiameter', 'overall'),
      'design.beam': size('beamDiameter'),
    },
  },
  // Message 11 has the same form: the answer of a vessel.
  aisUtcAndDateReport: { of: ['aton'], when: is('messageId', 4), values: { 'navigation.position': place } },
  aisClassAStaticAndVoyageRelatedData: {
    of: movers,
    class: 'A',
    values: {
      'registrations.imo': imo,
      'communication.callsignVhf': text('callsign'),
      name: text('name'),
      'design.aisShipType': shipType,
      ...dimensions,
      'design.draft': memberSize('draft', 'current'),
      'navigation.destination.commonName': text('destination'),
      'navigation.destination.eta': arrival,
    },
  },
  aisSarAircraftPositionReport: {
    of: ['aircraft'],
    values: { ...motion(fastestAircraft), 'navigation.position': flyingPlace },
  },
  aisAddressedSafetyRelatedMessage: { ...text12And14, values: { [safetyTextPath]: addressedText } },
  aisSafetyRelatedBroadcastMessage: { ...text12And14, values: { [safetyTextPath]: broadcastText } },
  // A class A transponder may also send type 24, which does not contain the class.
  aisClassBStaticDataMsg24PartA: { of: movers, values: { name: text('name') } },
  aisClassBStaticDataMsg24PartB: {
    of: movers,
    values: {
      'design.aisShipType': shipType,
      'communication.callsignVhf': text('callsign'),
      ...unlessTender(dimensions),
      mothershipMmsi: motherShip,
    },
  },
}

/** Every path of other craft that a message can write: as for NMEA 0183, DSC calls, and the bus's additional paths. */
export const busAisPaths: readonly string[] = [
  ...new Set([
    ...aisPaths,
    dscCallPath,
    ...Object.values(aisRules).flatMap(({ values }) => Object.keys(values)),
  ]),
].toSorted()

interface KnownKind extends AisRules {
  readonly readers: readonly PathReader<Fields>[]
}

const kinds: ReadonlyMap<string, KnownKind> = new Map(
  Object.entries(aisRules).map(([id, rules]) => {
    const readers = Object.entries(rules.values).map(([path, read]) => ({ path, read }))
    return [id, { ...rules, readers }]
  }),
)

const nothing: MappedAis = { isOwn: false, refused: 0 }
const contradiction: MappedAis = { isOwn: false, refused: 1 }
const own: MappedAis = { isOwn: true, refused: 0 }

const reportOf = (mmsi: string, kind: KnownKind, fields: Fields): MappedAis => {
  const tally = { refused: 0, withheld: 0 }
  const values = gather(kind.readers, fields, tally)
  return {
    ...(values !== undefined && { report: createReport(mmsi, kind, values) }),
    isOwn: false,
    refused: tally.refused,
  }
}

const claimOf = (kind: KnownKind, fields: Fields): MappedAis => {
  const tally = { refused: 0, withheld: 0 }
  const ownMmsiPosition = gather(kind.readers, fields, tally)?.['navigation.position']
  return { ...own, refused: tally.refused, ...(ownMmsiPosition !== undefined && { ownMmsiPosition }) }
}

/**
 * Maps an AIS message about another craft.
 *
 * @param ownMmsi messages about it are not about another vessel
 * @returns undefined for a message that is not AIS
 */
export const mapAisMessage = ({ definition, fields }: Message, ownMmsi?: string): MappedAis | undefined => {
  const kind = kinds.get(definition.id)
  if (kind === undefined) return undefined
  if (kind.when?.(fields) === false) return nothing
  if (isOwnTransmission(fields)) return own
  const mmsi = mmsiIn(fields, kind.sender)
  if (mmsi === undefined) return contradiction
  if (mmsi === ownMmsi) return claimOf(kind, fields)
  return kind.of.includes(mapOf(mmsi)) ? reportOf(mmsi, kind, fields) : contradiction
}
