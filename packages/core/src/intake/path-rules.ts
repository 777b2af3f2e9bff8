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
  valueConstraintOf,
  valueFaultOf,
  type Metadata,
  type PathOwner,
  type ValueConstraint,
} from '@marinedata/model'
import type { Refusal } from '#counters.ts'

const limits = { textLength: 1_024, nodes: 256, metadataNodes: 1_024, depth: 8, rules: 4_096 }

const notification = checkOf<Notification>(Notification)

/** A range that no number is in. */
const emptyRange = { minimum: Infinity, maximum: -Infinity }

/** The rules for values of one path. Cached per path, because every value is checked. */
export class PathRule {
  /** The only owner that may write this path; undefined when anyone may. */
  readonly owner: PathOwner | undefined
  readonly #path: string
  readonly #constraint: ValueConstraint | undefined
  readonly #isNotification: boolean
  readonly #isPosition: boolean
  readonly #isHalfPosition: boolean
  readonly #minimum: number
  readonly #maximum: number

  constructor(path: string, metadata: Metadata | undefined) {
    this.#path = path
    this.owner = pathOwnerOf(path)
    this.#constraint = valueConstraintOf(path, metadata)
    this.#isNotification = isNotificationPath(path)
    this.#isPosition = path.startsWith('navigation.') && path.endsWith('.position')
    this.#isHalfPosition = path.endsWith('.latitude') || path.endsWith('.longitude')
    const { minimum, maximum } = this.#numberRange()
    this.#minimum = minimum
    this.#maximum = maximum
  }

  /** Why the value is refused, or undefined when it is accepted. */
  refusalOf(value: unknown): Refusal | undefined {
    // Fast path: nearly every value is a number and needs only two comparisons. Both are false for NaN.
    if (typeof value === 'number' && value >= this.#minimum && value <= this.#maximum) return undefined
    return this.#refusalOfOther(value)
  }

  /** Describes a refused value for the sender; undefined when the path has no metadata. */
  describe(value: unknown): string | undefined {
    return this.#constraint && describeValueFault(this.#path, value, this.#constraint)
  }

  #numberRange(): { readonly minimum: number; readonly maximum: number } {
    if (this.#isNotification || this.#isPosition || this.#isHalfPosition) return emptyRange
    if (this.#constraint?.kind === 'date') return emptyRange
    return this.#constraint?.kind === 'number' ? this.#constraint.range : anyNumber
  }

  #refusalOfOther(value: unknown): Refusal | undefined {
    if (this.#isHalfPosition) return 'half-position'
    if (value === null) return undefined
    const refusal = typeof value === 'object' ? this.#refusalOfObject(value) : this.#refusalOfPlain(value)
    return refusal ?? (this.#constraint && valueFaultOf(value, this.#constraint))
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
    return new ValueSizeCheck(limits.nodes).fits(value, 1) ? undefined : 'invalid-value'
  }
}

/** A cache of rules by path. */
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
    // Rules can be rebuilt at any time, so clearing the cache is the cheapest way to bound it.
    if (this.#ruleByPath.size >= limits.rules) this.#ruleByPath.clear()
    this.#ruleByPath.set(path, rule)
    return rule
  }
}

const isPlain = (value: unknown): boolean => {
  if (typeof value === 'number') return Number.isFinite(value)
  return typeof value === 'string' ? value.length <= limits.textLength : typeof value === 'boolean'
}

/** True for an object that has any member of a position. */
export const isPositionLike = (value: object): boolean => 'latitude' in value || 'longitude' in value

/** Whether metadata is within the size limits that its schema does not cover. */
export const fitsAsMetadata = (metadata: Metadata): boolean =>
  new ValueSizeCheck(limits.metadataNodes).fits(metadata, 1)

/** Checks the size, depth and member names of a value. */
class ValueSizeCheck {
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
