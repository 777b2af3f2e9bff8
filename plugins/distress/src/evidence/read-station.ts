import { checkOf, DscCall, isWholePosition, SafetyText, type Position } from '@marinedata/model'
import { readCall } from './read-call.ts'
import type { Announcement, EvidenceKind, Findings } from './evidence.ts'
import { beaconKindOf, isFreeFormNumber } from './identity.ts'

/** The values of one station that arrived together. */
export interface StationValues {
  readonly mmsi: string
  readonly context: string
  readonly state?: unknown
  readonly position?: unknown
  readonly text?: unknown
  readonly call?: unknown
  readonly stamp: string
}

const activeState = 'ais-sart'
const testState = 'default'
const textCheck = checkOf<SafetyText>(SafetyText)
const callCheck = checkOf<DscCall>(DscCall)

/** Texts of message 14 (ITU-R M.1371): `MOB ACTIVE`, `SART TEST`. */
const beaconText = /^(?:SART|MOB|EPIRB)\s+(ACTIVE|TEST)$/i

const signOfText = (text: string): 'active' | 'test' | undefined => {
  // Text after "@" is padding.
  const [, sign] = beaconText.exec((text.split('@')[0] ?? '').trim()) ?? []
  if (sign === undefined) return undefined
  return sign.toUpperCase() === 'ACTIVE' ? 'active' : 'test'
}

export const positionFrom = (value: unknown): Position | undefined =>
  typeof value === 'object' && value !== null && isWholePosition(value) ? value : undefined

/** What the state of a number that starts with 97 says. Without a state only a place was sent. */
const signOfBeacon = (
  { mmsi, state, position }: StationValues,
  sign: 'active' | 'test' | undefined,
): EvidenceKind | undefined => {
  if (state === activeState || sign === 'active') return 'active'
  if (beaconKindOf(mmsi) === undefined) return undefined
  if (state === testState || sign === 'test') return 'test'
  return state !== undefined || position !== undefined ? 'bare' : undefined
}

const signOfShip = (
  { state }: StationValues,
  sign: 'active' | 'test' | undefined,
): EvidenceKind | undefined => (state === activeState || sign === 'active' ? 'ship' : undefined)

const announcementOf = (
  { mmsi, context }: StationValues,
  { text, to }: SafetyText,
  own: string | undefined,
): Announcement[] => {
  if (to !== undefined && to !== own) return []
  const state = to === undefined ? 'alert' : 'warn'
  return [{ group: 'safetyText', from: mmsi, context, state, message: `${mmsi}: ${text}` }]
}

const nothing: Findings = { evidence: [], answers: [], announcements: [] }

const readCallOf = ({ call, stamp }: StationValues, own: string | undefined): Findings =>
  callCheck.accepts(call) ? readCall(call, { own, stamp }) : nothing

/** What the sign of a text is; none for a text of a ship to one other station. */
const signOf = (text: SafetyText | undefined, isBeacon: boolean): 'active' | 'test' | undefined =>
  text === undefined || (!isBeacon && text.to !== undefined) ? undefined : signOfText(text.text)

/** What the state, place and text of a station say. */
const readAis = (values: StationValues, own: string | undefined): Findings => {
  const { mmsi, context, stamp } = values
  const text = textCheck.accepts(values.text) ? values.text : undefined
  const isBeacon = isFreeFormNumber(mmsi)
  const sign = signOf(text, isBeacon)
  const kind = isBeacon ? signOfBeacon(values, sign) : signOfShip(values, sign)
  const position = positionFrom(values.position)
  const isSign = sign === 'active' || (sign === 'test' && isBeacon)
  return {
    evidence: kind === undefined ? [] : [{ kind, mmsi, context, position, stamp }],
    answers: [],
    announcements: text === undefined || isSign ? [] : announcementOf(values, text, own),
  }
}

/** What the values of a station say. The own transmissions are no alerts, but calls that name the boat are. */
export const readStation = (values: StationValues, own: string | undefined): Findings => {
  const called = readCallOf(values, own)
  if (values.mmsi === own) return called
  const said = readAis(values, own)
  return {
    evidence: [...said.evidence, ...called.evidence],
    answers: called.answers,
    announcements: [...said.announcements, ...called.announcements],
  }
}
