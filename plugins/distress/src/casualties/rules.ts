import {
  dscSymbols,
  toDegrees,
  toNauticalMiles,
  type Metres,
  type Position,
  type Radians,
} from '@marinedata/model'
import type { Evidence, EvidenceKind } from '../evidence/evidence.ts'
import { beaconKindOf } from '../evidence/identity.ts'

export type RaisedState = 'alert' | 'warn' | 'alarm' | 'emergency'

/** What decides the state of a casualty. Distances are in metres; undefined when one of the places is unknown. */
export interface Situation {
  readonly evidence: Evidence
  readonly distance: Metres | undefined
  readonly bearing: Radians | null
  /** The name of the wearer, for a beacon of the crew. */
  readonly wearer: string | undefined
  readonly emergencyWithin: Metres
  readonly dscWithin: Metres
}

interface Rule {
  readonly kind: EvidenceKind
  readonly when?: (situation: Situation) => boolean
  readonly state: RaisedState
}

const isPersonBeacon = ({ evidence }: Situation): boolean => beaconKindOf(evidence.mmsi) === 'MOB'
const isNear = ({ distance, emergencyWithin }: Situation): boolean =>
  distance === undefined || distance <= emergencyWithin
const isFarCall = ({ distance, dscWithin }: Situation): boolean =>
  distance !== undefined && distance > dscWithin
const isManOverboard = ({ evidence }: Situation): boolean =>
  evidence.nature === dscSymbols.nature.manOverboard

/** The first rule that applies decides. Emergencies are for a person in the water near the boat. */
const rules: readonly Rule[] = [
  {
    kind: 'active',
    when: (situation) => isPersonBeacon(situation) && (isNear(situation) || situation.wearer !== undefined),
    state: 'emergency',
  },
  { kind: 'active', state: 'alarm' },
  { kind: 'call', when: isPersonBeacon, state: 'emergency' },
  { kind: 'call', when: isFarCall, state: 'warn' },
  { kind: 'call', when: (situation) => isManOverboard(situation) && isNear(situation), state: 'emergency' },
  { kind: 'call', state: 'alarm' },
  { kind: 'test', state: 'alert' },
  { kind: 'bare', state: 'warn' },
  { kind: 'ship', state: 'warn' },
]

export const stateOf = (situation: Situation): RaisedState =>
  rules.find(({ kind, when = () => true }) => kind === situation.evidence.kind && when(situation))?.state ??
  'alarm'

/** Natures of distress (ITU-R M.493). */
const natures: ReadonlyMap<number, string> = new Map([
  [100, 'fire'],
  [101, 'flooding'],
  [102, 'collision'],
  [103, 'grounding'],
  [104, 'listing, in danger of capsizing'],
  [105, 'sinking'],
  [106, 'disabled and adrift'],
  [107, 'undesignated distress'],
  [108, 'abandoning ship'],
  [109, 'piracy or armed attack'],
  [110, 'man overboard'],
  [112, 'EPIRB emission'],
])

const beaconLabel = (mmsi: string): string => {
  const kind = beaconKindOf(mmsi)
  return kind === undefined ? `beacon ${mmsi}` : `${kind} beacon ${mmsi}`
}

const activeText = ({ evidence: { mmsi }, wearer }: Situation): string => {
  if (wearer !== undefined && beaconKindOf(mmsi) === 'MOB') return `Man overboard: ${wearer}`
  const label = beaconLabel(mmsi)
  return `${label.charAt(0).toUpperCase()}${label.slice(1)} active`
}

const callText = (situation: Situation): string => {
  const { mmsi, nature, relayedBy } = situation.evidence
  if (isPersonBeacon(situation)) return activeText(situation)
  const relay = relayedBy === undefined ? [] : [`relayed by ${relayedBy}`]
  const known = nature === undefined ? [] : [natures.get(nature) ?? `distress of nature ${nature}`]
  const parts = [...known, ...relay]
  return `DSC ${mmsi}: ${parts.length === 0 ? 'distress' : parts.join(', ')}`
}

const texts: Readonly<Record<EvidenceKind, (situation: Situation) => string>> = {
  active: activeText,
  call: callText,
  test: ({ evidence: { mmsi } }) => `Test: ${beaconLabel(mmsi)}`,
  bare: ({ evidence: { mmsi } }) =>
    `Signal with the number of a ${beaconKindOf(mmsi) ?? ''} beacon, ${mmsi}, but not its message`,
  ship: ({ evidence: { mmsi } }) => `Ship ${mmsi} reports the state of a distress beacon`,
}

/** The message at the moment of an alert: it has the distance then, because the list shows it for long. */
export const messageOf = (situation: Situation): string => {
  const { evidence, distance, bearing } = situation
  return `${texts[evidence.kind](situation)}${placeText({ position: evidence.position, distance, bearing })}`
}

/** The place of a casualty, as seen from the boat. */
interface SeenPlace extends Pick<Situation, 'distance' | 'bearing'> {
  readonly position: Position | undefined
}

export const placeText = ({ position, distance, bearing }: SeenPlace): string => {
  if (position === undefined) return ', position unknown'
  if (distance === undefined) return ''
  const miles = toNauticalMiles(distance)
  const direction =
    bearing === null ? '' : ` ${String(Math.round(toDegrees(bearing) + 360) % 360).padStart(3, '0')}° T`
  return `, ${miles.toFixed(miles < 10 ? 2 : 0)} NM${direction}`
}
