import {
  fleetConditions,
  mostFleetBoats,
  type FleetBoat,
  type FleetCondition,
  type FleetQuery,
  type FleetView,
} from '@marinedata/model'

/** Maximum share of processor time for making the list: a tenant has thousands of boats, and many viewers. */
const share = 0.1
const freshMs = 1_000

const byName = new Intl.Collator('en')
const urgencies: readonly string[] = fleetConditions

/** A silent boat may have an alarm that has not arrived: it comes before warnings. */
export const conditionOf = ({
  alerts,
  isSilent,
  lastContact,
}: Pick<FleetBoat, 'alerts' | 'isSilent' | 'lastContact'>): FleetCondition => {
  const states = new Set<string>(alerts.map(({ state }) => state))
  const severe = fleetConditions.find((condition) => states.has(condition))
  if (severe === 'emergency' || severe === 'alarm') return severe
  if (lastContact === undefined) return 'never'
  return isSilent ? 'silent' : (severe ?? 'fine')
}

/** The most urgent first, then by name. */
export const inOrder = (boats: readonly FleetBoat[]): FleetBoat[] =>
  boats.toSorted(
    (one, other) =>
      urgencies.indexOf(one.condition) - urgencies.indexOf(other.condition) ||
      byName.compare(one.name, other.name) ||
      byName.compare(one.vessel, other.vessel),
  )

/** Every word must be in the name or the identifier. */
export const matching = (boats: readonly FleetBoat[], text: string): readonly FleetBoat[] => {
  const words = text.toLowerCase().split(/\s+/)
  return boats.filter(({ name, vessel }) => {
    const own = `${name} ${vessel}`.toLowerCase()
    return words.every((word) => own.includes(word))
  })
}

const isAlarming = ({ condition }: FleetBoat): boolean => condition === 'emergency' || condition === 'alarm'

interface Made {
  readonly boats: readonly FleetBoat[]
  readonly alarms: number
  readonly goodUntil: number
}

/** The boats of a tenant in order, a part of them at a time. It is made for everyone who asks within a moment. */
export class FleetList {
  readonly #name: string
  readonly #boats: () => FleetBoat[]
  readonly #now: () => number
  #made: Made | undefined

  /** @param now milliseconds of a monotonic clock */
  constructor(name: string, boats: () => FleetBoat[], now: () => number = () => performance.now()) {
    this.#name = name
    this.#boats = boats
    this.#now = now
  }

  view({ search = '', limit = mostFleetBoats }: FleetQuery): FleetView {
    const { boats, alarms } = this.#current()
    const found = search.trim() === '' ? boats : matching(boats, search.trim())
    return {
      name: this.#name,
      count: boats.length,
      alarms,
      found: found.length,
      boats: found.slice(0, limit),
    }
  }

  #current(): Made {
    const began = this.#now()
    if (this.#made !== undefined && began < this.#made.goodUntil) return this.#made
    const boats = inOrder(this.#boats())
    const alarms = boats.filter(isAlarming).length
    const ended = this.#now()
    this.#made = { boats, alarms, goodUntil: ended + Math.max(freshMs, (ended - began) / share) }
    return this.#made
  }
}
