import { settingUnits, type Fault, type TSchema } from '@marinedata/model'
import { settingMembers, type SettingMember } from './setting-members.ts'

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const unitFaults = ({ unit, type }: SettingMember): string[] => {
  if (unit === undefined) return []
  if (!settingUnits.some((known) => known === unit))
    return [`the unit ${JSON.stringify(unit)} is unknown. Use one of ${settingUnits.join(', ')}`]
  // A form may show feet: 10 ft are no whole number of metres.
  return type === 'number' ? [] : ['a unit needs the type "number"']
}

/** Whether a value can be the value of the other setting. */
const mayHave = ({ type, enum: choices }: SettingMember, value: unknown): boolean => {
  if (Array.isArray(choices)) return choices.includes(value)
  if (type === 'boolean' || type === 'string') return typeof value === type
  return (type === 'number' || type === 'integer') && typeof value === 'number'
}

/** @param earlier the settings before this one: a form is filled in from top to bottom, and no condition is circular */
const conditionFaults = (shownIf: unknown, earlier: ReadonlyMap<string, SettingMember>): string[] => {
  if (shownIf === undefined) return []
  if (!isObject(shownIf) || Object.keys(shownIf).length === 0)
    return ['shownIf has the form { "setting": value }']
  return Object.entries(shownIf).flatMap(([name, value]) => {
    const other = earlier.get(name)
    if (other === undefined) return [`shownIf names "${name}", which is no setting before this one`]
    return mayHave(other, value) ? [] : [`shownIf: "${name}" is never ${JSON.stringify(value)}`]
  })
}

/** What the server does for a whole setting only: inside another it would be without effect. */
const wholeOnly = ['secret', 'grants'] as const

/** The parts of a schema. Its default is a value. */
const partsOf = (schema: object): object[] =>
  Object.entries(schema).flatMap(([name, part]: [string, unknown]) =>
    name === 'default' || typeof part !== 'object' || part === null ? [] : [part],
  )

/** A setting may have the name "secret": then it is a schema. */
const says = (part: object, name: string): boolean =>
  isObject(part) && part[name] !== undefined && typeof part[name] !== 'object'

/** Members inside a setting that say what only a whole setting can be. Without recursion: a manifest may be nested deeply. */
const innerFaults = (member: SettingMember): string[] => {
  const faults = new Set<string>()
  const left = partsOf(member)
  for (let part = left.pop(); part !== undefined; part = left.pop()) {
    for (const name of wholeOnly)
      if (says(part, name))
        faults.add(`"${name}" is for a whole setting, not for a part of one. Make it a setting of its own`)
    for (const inner of partsOf(part)) left.push(inner)
  }
  return [...faults]
}

/** Faults of units, conditions and secrets in the settings of a manifest. */
export const settingFaults = (schema: (TSchema & { required?: unknown }) | undefined): Fault[] => {
  const required: readonly unknown[] = Array.isArray(schema?.required) ? schema.required : []
  const earlier = new Map<string, SettingMember>()
  return settingMembers(schema).flatMap(([name, member]) => {
    const faults = [
      ...unitFaults(member),
      ...conditionFaults(member.shownIf, earlier),
      ...innerFaults(member),
    ]
    if (member.shownIf !== undefined && member.default === undefined && required.includes(name))
      faults.push('a setting with shownIf is optional, or has a default')
    earlier.set(name, member)
    return faults.map((message) => ({ path: `/settings/properties/${name}`, message }))
  })
}
