import {
  anyNumber,
  checkOf,
  describeValueFault,
  isForbiddenName,
  isNotificationPath,
  isWholePosition,
  Notification,
  parsePath,
  pathOwnerOf,
  valueDemandOf,
  valueFaultOf,
  type Metadata,
  type PathOwner,
  type ValueDemand,
} from '@marinedata/model'
import type { Refusal } from '#counters.ts'

const limits = { textLength: 1_024, nodes: 256, metadataNodes: 1_024, depth: 8, rules: 4_096 }

const notification = checkOf<Notification>(Notification)

/** No number at all is between these. */
const noNumber = { minimum: Infinity, maximum: -Infinity }

/** What is demanded of the values at one path. Made once for each path, because every value passes it. */
export class PathRule {
  /** Who alone may write here; undefined when anyone may. */
  readonly owner: PathOwner | undefined
  readonly #path: string
  readonly #demand: ValueDemand | undefined
  readonly #isNotification: boolean
  readonly #isPosition: boolean
  readonly #isHalfPosition: boolean
  readonly #minimum: number
  readonly #maximum: number

  constructor(path: string, metadata: Metadata | undefined) {
    this.#path = path
    this.owner = pathOwnerOf(path)
    this.#demand = valueDemandOf(path, metadata)
    this.#isNotification = isNotificationPath(path)
    this.#isPosition = path.startsWith('navigation.') && path.endsWith('.position')
    this.#isHalfPosition = path.endsWith('.latitude') || path.endsWith('.longitude')
    const { minimum, maximum } = this.#numbers()
    this.#minimum = minimum
    this.#maximum = maximum
  }

  /** Why the value may not stand here, or undefined when it may. */
  refusalOf(value: unknown): Refusal | undefined {
    // Two comparisons for nearly every value aboard; neither holds for NaN.
    if (typeof value === 'number' && value >= this.#minimum && value <= this.#maximum) return undefined
    return this.#refusalOfOther(value)
  }

  /** What is wrong with a refused value, for whoever sent it; undefined when the metadata does not say. */
  describe(value: unknown): string | undefined {
    return this.#demand && describeValueFault(this.#path, value, this.#demand)
  }

  #numbers(): { readonly minimum: number; readonly maximum: number } {
    if (this.#isNotification || this.#isPosition || this.#isHalfPosition) return noNumber
    if (this.#demand?.kind === 'date') return noNumber
    return this.#demand?.kind === 'number' ? this.#demand.range : anyNumber
  }

  #refusalOfOther(value: unknown): Refusal | undefined {
    if (this.#isHalfPosition) return 'half-position'
    if (value === null) return undefined
    const refusal = typeof value === 'object' ? this.#refusalOfObject(value) : this.#refusalOfPlain(value)
    return refusal ?? (this.#demand && valueFaultOf(value, this.#demand))
  }

  #refusalOfPlain(value: unknown): Refusal | undefined {
    if (!isPlain(value)) return 'invalid-value'
    if (this.#isPosition) return 'half-position'
    return this.#isNotification ? 'invalid-notification' : undefined
  }

  #refusalOfObject(value: object): Refusal | undefined {
    if (this.#isNotification && !notification.accepts(value)) return 'invalid-notification'
    const isPosition = this.#isPosition || isPositionLike(value)
    if (isPosition && !isWholePosition(value)) return 'half-position'
    return new ValueMeasure(limits.nodes).fits(value, 1) ? undefined : 'invalid-value'
  }
}

/** The rule of every path that was written lately. */
export class PathRules {
  readonly #metadataOf: (segments: readonly string[]) => Metadata | undefined
  readonly #ruleByPath = new Map<string, PathRule>()

  constructor(metadataOf: (segments: readonly string[]) => Metadata | undefined) {
    this.#metadataOf = metadataOf
  }

  of(path: string): PathRule {
    const known = this.#ruleByPath.get(path)
    if (known !== undefined) return known
    const segments = parsePath(path)
    const rule = new PathRule(path, segments && this.#metadataOf(segments))
    // Rules can be made again at any time, so forgetting all of them is the cheapest bound.
    if (this.#ruleByPath.size >= limits.rules) this.#ruleByPath.clear()
    this.#ruleByPath.set(path, rule)
    return rule
  }
}

const isPlain = (value: unknown): boolean => {
  if (typeof value === 'number') return Number.isFinite(value)
  return typeof value === 'string' ? value.length <= limits.textLength : typeof value === 'boolean'
}

/** True for an object that is, or tries to be, a position. */
export const isPositionLike = (value: object): boolean => 'latitude' in value || 'longitude' in value

/** Whether what is said about a path keeps within bounds, wherever its schema leaves room. */
export const fitsAsMetadata = (metadata: Metadata): boolean =>
  new ValueMeasure(limits.metadataNodes).fits(metadata, 1)

/** Walks a value within its bounds, so that no value is large, deep or dangerous. */
class ValueMeasure {
  #nodesLeft: number

  constructor(nodes: number) {
    this.#nodesLeft = nodes
  }

  fits(value: unknown, depth: number): boolean {
    if (--this.#nodesLeft < 0 || depth > limits.depth) return false
    if (typeof value === 'string') return value.length <= limits.textLength
    if (typeof value === 'number') return Number.isFinite(value)
    if (typeof value !== 'object' || value === null) return value === null || typeof value === 'boolean'
    if (Array.isArray(value)) return value.every((item) => this.fits(item, depth + 1))
    return Object.entries(value).every(
      ([name, member]) => name.length <= 64 && !isForbiddenName(name) && this.fits(member, depth + 1),
    )
  }
}
