import type { FleetBoat } from '@marinedata/model'

/** What a boat needs of the people ashore, the most urgent first. */
export const conditions = ['emergency', 'alarm', 'silent', 'warn', 'alert', 'fine', 'never'] as const
export type Condition = (typeof conditions)[number]

/** A boat that is silent may have an alarm that nobody can see: it comes before warnings. */
export const conditionOf = ({ alerts, isSilent, lastContact }: FleetBoat): Condition => {
  const states = alerts.map(({ state }) => state)
  const severe = conditions.find((condition) => (states as readonly string[]).includes(condition))
  if (severe === 'emergency' || severe === 'alarm') return severe
  if (lastContact === undefined) return 'never'
  return isSilent ? 'silent' : (severe ?? 'fine')
}

/** Alarms first, then by name. */
export const inOrder = (boats: readonly FleetBoat[]): FleetBoat[] =>
  boats.toSorted(
    (one, other) =>
      conditions.indexOf(conditionOf(one)) - conditions.indexOf(conditionOf(other)) ||
      one.name.localeCompare(other.name) ||
      one.vessel.localeCompare(other.vessel),
  )

/** Every word that was typed must be in the name or the identifier. */
export const matching = (boats: readonly FleetBoat[], text: string): readonly FleetBoat[] => {
  const words = text.toLowerCase().split(/\s+/)
  return boats.filter(({ name, vessel }) => {
    const own = `${name} ${vessel}`.toLowerCase()
    return words.every((word) => own.includes(word))
  })
}

export const isAlarming = (boat: FleetBoat): boolean => ['emergency', 'alarm'].includes(conditionOf(boat))

/** The name; of a boat that has none its MMSI, or its identifier. */
export const titleOf = ({ name, vessel }: FleetBoat): string =>
  name === '' ? vessel.replace(/^urn:mrn:imo:mmsi:/, 'MMSI ') : name
