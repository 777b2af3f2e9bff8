import { limitRanges, type BoatLimits, type LimitLevels } from '@marinedata/model'
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

/** A limit of the form: its place in the request, and how it is written. */
export interface LimitField extends NumberField {
  /** `depth`, `windTrue`, `windApparent`, or `batteries.` and the name of a battery. */
  readonly limit: string
  /** Whether the alarm is below the warning. */
  readonly isLow: boolean
}

export type Level = 'warn' | 'alarm'
export const levels: readonly Level[] = ['warn', 'alarm']

const batteryPrefix = 'batteries.'

/** The name of the battery that the limit is about; undefined for other limits. */
export const batteryOf = (limit: string): string | undefined =>
  limit.startsWith(batteryPrefix) ? limit.slice(batteryPrefix.length) : undefined

/** The limits that a person can set: the boat's, and one for each battery. */
export const limitFields = (batteries: readonly string[], { depth, windSpeed }: Units): LimitField[] => {
  const wind = {
    range: limitRanges.wind,
    factor: unitFactors[windSpeed],
    unit: windSpeed,
    digits: 1,
    isLow: false,
  }
  const water = {
    range: limitRanges.depth,
    factor: unitFactors[depth],
    unit: depth,
    digits: 1,
    isLow: true,
  }
  const voltage = { range: limitRanges.battery, factor: 1, unit: 'V', digits: 2, isLow: true }
  return [
    { limit: 'depth', ...water },
    { limit: 'windTrue', ...wind },
    { limit: 'windApparent', ...wind },
    ...batteries.map((battery) => ({ limit: batteryPrefix + battery, ...voltage })),
  ]
}

const levelsIn = (limits: BoatLimits, limit: string): LimitLevels => {
  const battery = batteryOf(limit)
  if (battery !== undefined) return limits.batteries?.[battery] ?? {}
  // The other limits are the remaining members.
  return limits[limit as 'depth' | 'windTrue' | 'windApparent'] ?? {}
}

export const limitText = (limits: BoatLimits, field: LimitField, level: Level): string =>
  numberText(levelsIn(limits, field.limit)[level], field)

const orderFault = (
  { warn, alarm }: LimitLevels,
  { limit, isLow }: LimitField,
  say: Translate,
): FieldFaults => {
  if (warn === undefined || alarm === undefined || (isLow ? alarm < warn : alarm > warn)) return {}
  return { [`${limit}/alarm`]: say(isLow ? 'boat.wrong.alarmLower' : 'boat.wrong.alarmHigher') }
}

interface LimitEntry {
  readonly saved: BoatLimits
  readonly draft: Draft
  readonly field: LimitField
}

const parseLevels = ({ saved, draft, field }: LimitEntry, say: Translate): Parsed<LimitLevels> => {
  const content: { warn?: number; alarm?: number } = {}
  const faults: Record<string, string> = {}
  for (const level of levels) {
    const name = `${field.limit}/${level}`
    const entry = { saved: levelsIn(saved, field.limit)[level], typed: draft[name], field }
    const { value, fault } = enteredNumber(entry, say)
    if (fault !== undefined) faults[name] = fault
    if (value !== undefined) content[level] = value
  }
  return { content, faults: { ...orderFault(content, field, say), ...faults } }
}

/** Applies what is typed to the saved limits. A limit without levels is removed. */
export const parseLimits = (
  saved: BoatLimits,
  draft: Draft,
  { fields, say }: { readonly fields: readonly LimitField[]; readonly say: Translate },
): Parsed<BoatLimits> => {
  const content: Record<string, LimitLevels> = {}
  const batteries: Record<string, LimitLevels> = {}
  const faults: Record<string, string> = {}
  for (const field of fields) {
    const parsed = parseLevels({ saved, draft, field }, say)
    Object.assign(faults, parsed.faults)
    if (Object.keys(parsed.content).length === 0) continue
    const battery = batteryOf(field.limit)
    if (battery === undefined) content[field.limit] = parsed.content
    else batteries[battery] = parsed.content
  }
  return { content: { ...content, ...(Object.keys(batteries).length > 0 && { batteries }) }, faults }
}
