import { boatRanges, lengthTolerance, type BoatDetails } from '@marinedata/model'
import { unitFactors, type Units } from '#units/quantities.ts'
import {
  enteredNumber,
  numberText,
  type Draft,
  type FieldFaults,
  type NumberField,
  type Parsed,
  type Translate,
} from './number-entry.ts'

type TextMember = 'name' | 'callsign' | 'mmsi'
type LengthMember = keyof typeof boatRanges
export type DetailMember = TextMember | LengthMember

const textRules = {
  name: { pattern: /^.{1,128}$/s, word: 'boat.wrong.name' },
  callsign: { pattern: /^[A-Z0-9]{3,7}$/, word: 'boat.wrong.callsign' },
  mmsi: { pattern: /^[2-7][0-9]{8}$/, word: 'boat.wrong.mmsi' },
} as const

const textMembers = ['name', 'callsign', 'mmsi'] as const satisfies readonly TextMember[]
// The keys of a constant table.
const lengthMembers = Object.keys(boatRanges) as readonly LengthMember[]

const lengthField = (member: LengthMember, { depth }: Units): NumberField => ({
  range: boatRanges[member],
  factor: unitFactors[depth],
  unit: depth,
  digits: 2,
})

/** The text of a detail before anyone typed. */
export const detailText = (details: BoatDetails, member: DetailMember, units: Units): string =>
  member === 'name' || member === 'callsign' || member === 'mmsi'
    ? (details[member] ?? '')
    : numberText(details[member], lengthField(member, units))

const isSensorOff = ({ draught, depthSensorBelowWaterline, depthSensorAboveKeel }: BoatDetails): boolean =>
  draught !== undefined &&
  depthSensorBelowWaterline !== undefined &&
  depthSensorAboveKeel !== undefined &&
  Math.abs(depthSensorBelowWaterline + depthSensorAboveKeel - draught) > lengthTolerance

/** Details that contradict each other; the server also refuses them. */
const contradictions = (details: BoatDetails, say: Translate): FieldFaults => {
  const { length = Infinity, beam = Infinity, gpsFromBow = 0, gpsFromCentre = 0 } = details
  return {
    ...(gpsFromBow > length && { gpsFromBow: say('boat.wrong.behind') }),
    ...(Math.abs(gpsFromCentre) > beam / 2 && { gpsFromCentre: say('boat.wrong.beside') }),
    ...(isSensorOff(details) && { depthSensorAboveKeel: say('boat.wrong.sensor') }),
  }
}

const enteredText = (
  member: TextMember,
  typed: string,
  say: Translate,
): { readonly value?: string; readonly fault?: string } => {
  const text = member === 'callsign' ? typed.trim().toUpperCase() : typed.trim()
  if (text === '') return {}
  const { pattern, word } = textRules[member]
  return pattern.test(text) ? { value: text } : { fault: say(word) }
}

/** Applies what is typed to the saved details. */
export const parseDetails = (
  saved: BoatDetails,
  draft: Draft,
  { units, say }: { readonly units: Units; readonly say: Translate },
): Parsed<BoatDetails> => {
  const entries = [
    ...textMembers.map(
      (member) => [member, enteredText(member, draft[member] ?? saved[member] ?? '', say)] as const,
    ),
    ...lengthMembers.map((member) => {
      const entry = { saved: saved[member], typed: draft[member], field: lengthField(member, units) }
      return [member, enteredNumber(entry, say)] as const
    }),
  ]
  const known = entries.flatMap(([member, { value }]) =>
    value === undefined ? [] : [[member, value] as const],
  )
  const faults = entries.flatMap(([member, { fault }]) =>
    fault === undefined ? [] : [[member, fault] as const],
  )
  // Only known members with checked values are in it.
  const content = Object.fromEntries(known) as BoatDetails
  return { content, faults: { ...contradictions(content, say), ...Object.fromEntries(faults) } }
}
