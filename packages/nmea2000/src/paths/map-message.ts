import type { Message } from '#codec/decode.ts'
import { boatRules } from './boat-rules.ts'
import { navigationRules } from './navigation-rules.ts'
import type { InstanceNames, Mapped, Rule } from './rules.ts'

/** What the messages of the own vessel mean, by message. */
export const pathRules: Readonly<Record<string, readonly Rule[]>> = { ...navigationRules, ...boatRules }

const rulesOf: ReadonlyMap<string, readonly Rule[]> = new Map(Object.entries(pathRules))

/** No names: engines are port and starboard, batteries have their numbers. */
export const usualNames: InstanceNames = { engines: new Map(), batteries: new Map() }

/** The values of the own vessel that a message contains. */
export const mapMessage = (message: Message, names: InstanceNames = usualNames): Mapped => {
  const mapped: Mapped = { values: [], refused: 0 }
  for (const rule of rulesOf.get(message.definition.id) ?? []) rule({ message, names }, mapped)
  return mapped
}
