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

/** Faults of units and conditions in the settings of a manifest. */
export const settingFaults = (schema: (TSchema & { required?: unknown }) | undefined): Fault[] => {
  const required: readonly unknown[] = Array.isArray(schema?.required) ? schema.required : []
  const earlier = new Map<string, SettingMember>()
  return settingMembers(schema).flatMap(([name, member]) => {
    const faults = [...unitFaults(member), ...conditionFaults(member.shownIf, earlier)]
    if (member.shownIf !== undefined && member.default === undefined && required.includes(name))
      faults.push('a setting with shownIf is optional, or has a default')
    earlier.set(name, member)
    return faults.map((message) => ({ path: `/settings/properties/${name}`, message }))
  })
}
