import type { SixBits } from '#bits/six-bits.ts'
import { isTender, mmsiFrom, movers, type ReportKind } from '#craft/craft.ts'
import type { PathReader } from '#reading.ts'
import { safetyTextPath } from '@marinedata/model'
import {
  beamAt,
  coarsePlaceAt,
  draftAt,
  flyingPlaceAt,
  lengthAt,
  markKindAt,
  numberAt,
  placeAt,
  shipKindAt,
  stateAt,
  textAt,
  type BitField,
} from './bit-fields.ts'
import { addressedText, broadcastText } from './safety-text.ts'
import {
  aircraftSpeedScale,
  coarseSpeedScale,
  courseScale,
  degreesScale,
  rateOfTurnScale,
  speedScale,
} from './scales.ts'

type Fixed = readonly [at: number, bits: number, value: number]

/** The fields of one message type. Numbers are bit offsets as in ITU-R M.1371. */
interface MessageTable extends ReportKind {
  readonly type: number
  /** A received message with fewer bits is truncated. */
  readonly bits: number
  /** Bits of a message that is sent, when these are more. */
  readonly sentBits?: number
  readonly values: Readonly<Record<string, BitField>>
  /** Bits of sent messages that are no values of the tree and not zero, such as an unknown time. */
  readonly fixed: readonly Fixed[]
  /** A message is sent only when at least one of these is known. */
  readonly essential: readonly string[]
}

export interface AisMessage extends MessageTable {
  readonly readers: readonly PathReader<SixBits>[]
}

const message = (table: MessageTable): AisMessage => ({
  ...table,
  readers: Object.entries(table.values).map(([path, { read }]) => ({ path, read })),
})

const noSecond = 60
/** Ships, aircraft, beacons and coast stations. */
const everyStation = [...movers, 'aton'] as const
const positionPath = 'navigation.position'
const essentialPosition = [positionPath] as const

const plainState = stateAt(38)

/** A distress beacon without a state is under test. */
const stateOfA: BitField = {
  read: (bits) => {
    const isBeacon = Math.trunc(bits.unsigned(8, 30) / 10_000_000) === 97
    return isBeacon && bits.unsigned(38, 4) === 15 ? 'default' : plainState.read(bits)
  },
  write: plainState.write,
}

const positionA = (type: number): AisMessage =>
  message({
    type,
    of: movers,
    bits: 168,
    class: 'A',
    values: {
      'navigation.state': stateOfA,
      'navigation.rateOfTurn': numberAt(42, rateOfTurnScale),
      'navigation.speedOverGround': numberAt(50, speedScale),
      [positionPath]: placeAt(61),
      'navigation.courseOverGroundTrue': numberAt(116, courseScale),
      'navigation.headingTrue': numberAt(128, degreesScale),
    },
    fixed: [[137, 6, noSecond]],
    essential: essentialPosition,
  })

const valuesOfB: Readonly<Record<string, BitField>> = {
  'navigation.speedOverGround': numberAt(46, speedScale),
  [positionPath]: placeAt(57),
  'navigation.courseOverGroundTrue': numberAt(112, courseScale),
  'navigation.headingTrue': numberAt(124, degreesScale),
}

/** Off-position is valid only with a time, so a time is written with it. */
const offPosition: BitField = {
  read: (bits) => (bits.unsigned(253, 6) < noSecond ? bits.unsigned(259, 1) === 1 : undefined),
  write: (to, value) => {
    to.write(253, 6, typeof value === 'boolean' ? 0 : noSecond)
    to.write(259, 1, value === true ? 1 : 0)
  },
}

/** A single bit: what is unknown is sent as a real mark. */
const virtual: BitField = {
  read: (bits) => (bits.length > 269 ? bits.unsigned(269, 1) === 1 : undefined),
  write: (to, value) => to.write(269, 1, value === true ? 1 : 0),
}

const nameLetters = 20
const extensionLetters = 14

/** A name that is too long for its field continues at the end of the message. */
const markName: BitField = {
  read: (bits) => {
    const [name, extension] = [bits.text(43, nameLetters), bits.text(272, extensionLetters)]
    return (extension === '' ? name : name.padEnd(nameLetters) + extension) || undefined
  },
  write: (to, value) => {
    const name = typeof value === 'string' ? value : ''
    to.writeText(43, nameLetters, name)
    if (name.length > nameLetters) to.appendText(name.slice(nameLetters, nameLetters + extensionLetters))
  },
}

/** A tender sends its mother ship here instead of its size. */
const unlessTender = ({ read, write }: BitField): BitField => ({
  read: (bits) => (isTender(mmsiFrom(bits.unsigned(8, 30)) ?? '') ? undefined : read(bits)),
  write: (to, value) => write(to, isTender(to.mmsi) ? undefined : value),
})

/** Every message that is read and written. */
export const aisMessages = {
  positionA: positionA(1),
  assignedPositionA: positionA(2),
  interrogatedPositionA: positionA(3),
  baseStation: message({
    type: 4,
    of: ['aton'],
    bits: 168,
    values: { [positionPath]: placeAt(79) },
    // No hour, minute or second.
    fixed: [
      [61, 5, 24],
      [66, 6, 60],
      [72, 6, noSecond],
    ],
    essential: essentialPosition,
  }),
  voyage: message({
    type: 5,
    of: movers,
    // The standard says 424. Some transponders omit what follows the destination, or its last character.
    bits: 420,
    sentBits: 424,
    class: 'A',
    values: {
      'communication.callsignVhf': textAt(70, 7),
      name: textAt(112, nameLetters),
      'design.aisShipType': shipKindAt(232),
      'design.length': lengthAt(240),
      'design.beam': beamAt(240),
      'design.draft': draftAt(294),
      'navigation.destination.commonName': textAt(302, 20),
    },
    // No hour and minute of arrival; the terminal is not ready.
    fixed: [
      [283, 5, 24],
      [288, 6, 60],
      [422, 1, 1],
    ],
    essential: ['name', 'communication.callsignVhf', 'design.aisShipType'],
  }),
  aircraft: message({
    type: 9,
    of: ['aircraft'],
    bits: 168,
    values: {
      'navigation.speedOverGround': numberAt(50, aircraftSpeedScale),
      [positionPath]: flyingPlaceAt(61, 38),
      'navigation.courseOverGroundTrue': numberAt(116, courseScale),
    },
    fixed: [[128, 6, noSecond]],
    essential: essentialPosition,
  }),
  addressedText: message({
    type: 12,
    of: everyStation,
    bits: 72,
    values: { [safetyTextPath]: addressedText },
    fixed: [],
    essential: [safetyTextPath],
  }),
  broadcastText: message({
    type: 14,
    of: everyStation,
    bits: 40,
    values: { [safetyTextPath]: broadcastText },
    fixed: [],
    essential: [safetyTextPath],
  }),
  positionB: message({
    type: 18,
    of: movers,
    bits: 168,
    class: 'B',
    values: valuesOfB,
    // A carrier-sense unit and its fixed communication state.
    fixed: [
      [133, 6, noSecond],
      [141, 1, 1],
      [148, 20, 0b1110_0000_0000_0000_0110],
    ],
    essential: essentialPosition,
  }),
  extendedB: message({
    type: 19,
    of: movers,
    bits: 312,
    class: 'B',
    values: {
      ...valuesOfB,
      name: textAt(143, nameLetters),
      'design.aisShipType': shipKindAt(263),
      'design.length': lengthAt(271),
      'design.beam': beamAt(271),
    },
    fixed: [
      [133, 6, noSecond],
      [306, 1, 1],
    ],
    essential: essentialPosition,
  }),
  mark: message({
    type: 21,
    of: ['aton'],
    // The standard says 272. Some aids to navigation omit the last flags.
    bits: 268,
    sentBits: 272,
    values: {
      atonType: markKindAt(38),
      name: markName,
      [positionPath]: placeAt(164),
      offPosition,
      virtual,
    },
    fixed: [],
    essential: essentialPosition,
  }),
  nameOfB: message({
    type: 24,
    of: movers,
    bits: 160,
    class: 'B',
    values: { name: textAt(40, nameLetters) },
    fixed: [],
    essential: ['name'],
  }),
  particularsOfB: message({
    type: 24,
    of: movers,
    bits: 162,
    sentBits: 168,
    class: 'B',
    values: {
      'design.aisShipType': shipKindAt(40),
      'communication.callsignVhf': textAt(90, 7),
      'design.length': unlessTender(lengthAt(132)),
      'design.beam': unlessTender(beamAt(132)),
    },
    // The second of the two parts.
    fixed: [[38, 2, 1]],
    essential: ['design.aisShipType', 'communication.callsignVhf', 'design.length', 'design.beam'],
  }),
  longRange: message({
    type: 27,
    of: movers,
    bits: 96,
    values: {
      'navigation.state': stateAt(40),
      [positionPath]: coarsePlaceAt(44),
      'navigation.speedOverGround': numberAt(79, coarseSpeedScale),
      'navigation.courseOverGroundTrue': numberAt(85, degreesScale),
    },
    fixed: [],
    essential: essentialPosition,
  }),
} as const

export type AisMessageName = keyof typeof aisMessages

/** Type 24 has two parts, each a message of its own. */
const partsOf24: readonly AisMessage[] = [aisMessages.nameOfB, aisMessages.particularsOfB]

const messagesByType: readonly (AisMessage | undefined)[] = Array.from({ length: 64 }, (_, type) =>
  Object.values<AisMessage>(aisMessages).find((each) => each.type === type && type !== 24),
)

/** Undefined for an unsupported type. */
export const messageOf = (bits: SixBits): AisMessage | undefined => {
  const type = bits.unsigned(0, 6)
  return type === 24 ? partsOf24[bits.unsigned(38, 2)] : messagesByType[type]
}

export const messagePaths: readonly string[] = Object.values<AisMessage>(aisMessages).flatMap(({ values }) =>
  Object.keys(values),
)
