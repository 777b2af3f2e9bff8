import type { Message } from '#codec/decode.ts'
import { boatRules } from './boat-rules.ts'
import { courseRules } from './course-rules.ts'
import { navigationRules } from './navigation-rules.ts'
import type { InstanceNames, Mapped, Rule, RuleInput } from './rules.ts'

/** Meaning of own ship's messages, by message. */
export const pathRules: Readonly<Record<string, readonly Rule[]>> = {
  ...navigationRules,
  ...courseRules,
  ...boatRules,
}

const rulesOf: ReadonlyMap<string, readonly Rule[]> = new Map(Object.entries(pathRules))

/** No names: engines are port and starboard, batteries have their numbers. */
export const usualNames: InstanceNames = { engines: new Map(), batteries: new Map() }

/** The values of own ship that a message contains. Independent of the device's earlier messages: see `DeviceValues`. */
export const mapMessage = (
  message: Message,
  { names = usualNames, courseKind = 'Rhumbline' }: Partial<Omit<RuleInput, 'message'>> = {},
): Mapped => {
  const mapped: Mapped = { values: [], refused: 0 }
  const rules = rulesOf.get(message.definition.id)
  if (rules === undefined) return mapped
  const input = { message, names, courseKind }
  for (const rule of rules) rule(input, mapped)
  return mapped
}
