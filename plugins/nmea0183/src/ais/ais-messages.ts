import type { Readers } from '#sentences/reading.ts'
import {
  aircraftSpeedScale,
  beamAt,
  coarsePlaceAt,
  coarseSpeedScale,
  courseScale,
  degreesScale,
  draftAt,
  flyingPlaceAt,
  lengthAt,
  markKindAt,
  numberAt,
  placeAt,
  rateOfTurnScale,
  shipKindAt,
  speedScale,
  stateAt,
  textAt,
  type BitReader,
} from './bit-fields.ts'
import type { CraftMap } from './craft.ts'
import type { SixBits } from './six-bits.ts'

/** The fields of one message type. Numbers are bit offsets as in ITU-R M.1371. */
export interface AisMessage {
  /** The kinds of craft that can send it: a ship's MMSI on a buoy's message is a contradiction. */
  readonly of: readonly CraftMap[]
  /** A message with fewer bits is truncated. */
  readonly bits: number
  /** The AIS class of the transponder, for messages about vessels. */
  readonly class?: 'A' | 'B'
  readonly values: Readers<SixBits>
}

const movers: readonly CraftMap[] = ['vessels', 'aircraft', 'sar']

/** A distress beacon without a state is under test. */
const stateOfA: BitReader = (bits) => {
  const isBeacon = Math.trunc(bits.unsigned(8, 30) / 10_000_000) === 97
  return isBeacon && bits.unsigned(38, 4) === 15 ? 'default' : stateAt(38)(bits)
}

const positionA: AisMessage = {
  of: movers,
  bits: 168,
  class: 'A',
  values: {
    'navigation.state': stateOfA,
    'navigation.rateOfTurn': numberAt(42, rateOfTurnScale),
    'navigation.speedOverGround': numberAt(50, speedScale),
    'navigation.position': placeAt(61),
    'navigation.courseOverGroundTrue': numberAt(116, courseScale),
    'navigation.headingTrue': numberAt(128, degreesScale),
  },
}

const positionB: Readers<SixBits> = {
  'navigation.speedOverGround': numberAt(46, speedScale),
  'navigation.position': placeAt(57),
  'navigation.courseOverGroundTrue': numberAt(112, courseScale),
  'navigation.headingTrue': numberAt(124, degreesScale),
}

const baseStation: AisMessage = { of: ['aton'], bits: 168, values: { 'navigation.position': placeAt(79) } }

const voyage: AisMessage = {
  of: movers,
  // The standard says 424. Some transponders omit what follows the destination, or its last character.
  bits: 420,
  class: 'A',
  values: {
    'communication.callsignVhf': textAt(70, 7),
    name: textAt(112, 20),
    'design.aisShipType': shipKindAt(232),
    'design.length': lengthAt(240),
    'design.beam': beamAt(240),
    'design.draft': draftAt(294),
    'navigation.destination.commonName': textAt(302, 20),
  },
}

const aircraft: AisMessage = {
  of: ['aircraft'],
  bits: 168,
  values: {
    'navigation.speedOverGround': numberAt(50, aircraftSpeedScale),
    'navigation.position': flyingPlaceAt(61, 38),
    'navigation.courseOverGroundTrue': numberAt(116, courseScale),
  },
}

const extendedB: AisMessage = {
  of: movers,
  bits: 312,
  class: 'B',
  values: {
    ...positionB,
    name: textAt(143, 20),
    'design.aisShipType': shipKindAt(263),
    'design.length': lengthAt(271),
    'design.beam': beamAt(271),
  },
}

/** A name that is too long for its field continues at the end of the message. */
const markName: BitReader = (bits) => {
  const [name, extension] = [bits.text(43, 20), bits.text(272, 14)]
  return (extension === '' ? name : name.padEnd(20) + extension) || undefined
}

/** Off-position is valid only when the time, and so the position, is known. */
const isOffPosition: BitReader = (bits) =>
  bits.unsigned(253, 6) < 60 ? bits.unsigned(259, 1) === 1 : undefined

const isVirtual: BitReader = (bits) => (bits.length > 269 ? bits.unsigned(269, 1) === 1 : undefined)

const mark: AisMessage = {
  of: ['aton'],
  // The standard says 272. Some aids to navigation omit the last flags.
  bits: 268,
  values: {
    atonType: markKindAt(38),
    name: markName,
    'navigation.position': placeAt(164),
    offPosition: isOffPosition,
    virtual: isVirtual,
  },
}

const nameOfB: AisMessage = { of: movers, bits: 160, class: 'B', values: { name: textAt(40, 20) } }

/** A tender, whose MMSI begins with 98, sends its mother ship here instead of its size. */
const unlessTender =
  (read: BitReader): BitReader =>
  (bits) =>
    Math.trunc(bits.unsigned(8, 30) / 10_000_000) === 98 ? undefined : read(bits)

const particularsOfB: AisMessage = {
  of: movers,
  bits: 162,
  class: 'B',
  values: {
    'design.aisShipType': shipKindAt(40),
    'communication.callsignVhf': textAt(90, 7),
    'design.length': unlessTender(lengthAt(132)),
    'design.beam': unlessTender(beamAt(132)),
  },
}

const longRange: AisMessage = {
  of: movers,
  bits: 96,
  values: {
    'navigation.state': stateAt(40),
    'navigation.position': coarsePlaceAt(44),
    'navigation.speedOverGround': numberAt(79, coarseSpeedScale),
    'navigation.courseOverGroundTrue': numberAt(85, degreesScale),
  },
}

const messagesByType: ReadonlyMap<number, AisMessage> = new Map([
  [1, positionA],
  [2, positionA],
  [3, positionA],
  [4, baseStation],
  [5, voyage],
  [9, aircraft],
  [18, { of: movers, bits: 168, class: 'B', values: positionB }],
  [19, extendedB],
  [21, mark],
  [27, longRange],
])

/** Type 24 has two parts, each a message of its own. */
const partsOf24: readonly AisMessage[] = [nameOfB, particularsOfB]

/** Undefined for an unsupported type. */
export const messageOf = (bits: SixBits): AisMessage | undefined => {
  const type = bits.unsigned(0, 6)
  return type === 24 ? partsOf24[bits.unsigned(38, 2)] : messagesByType.get(type)
}

export const messagePaths: readonly string[] = [...messagesByType.values(), ...partsOf24].flatMap(
  ({ values }) => Object.keys(values),
)
