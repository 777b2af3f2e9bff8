import { isMapName } from './identifiers.ts'
import { pathLimits } from './paths.ts'

const segmentShape = /^[A-Za-z0-9_*-]{1,64}$/

/** A segment with `*`, stored as the literal parts between the stars. */
class SegmentPattern {
  readonly #parts: readonly string[]

  constructor(text: string) {
    this.#parts = text.split('*')
  }

  matches(segment: string): boolean {
    const head = this.#parts[0] ?? ''
    const tail = this.#parts.at(-1) ?? ''
    if (this.#parts.length === 1) return segment === head
    if (!segment.startsWith(head) || !segment.endsWith(tail)) return false
    let at = head.length
    const end = segment.length - tail.length
    for (const part of this.#parts.slice(1, -1)) {
      const found = segment.indexOf(part, at)
      if (found < 0 || found + part.length > end) return false
      at = found + part.length
    }
    return at <= end
  }
}

/** A path as text and as segments. */
export interface PatternedPath {
  readonly text: string
  readonly segments: readonly string[]
}

/**
 * A path pattern: `*` matches anything within a segment; as the last segment, `*` or `**` matches the rest. Client
 * text is never used as a regular expression.
 */
export class PathPattern {
  readonly text: string
  readonly #segments: readonly SegmentPattern[]
  readonly #isOpen: boolean
  readonly #isLiteral: boolean

  private constructor(text: string, segments: readonly string[]) {
    const last = segments.at(-1)
    this.text = text
    this.#isLiteral = !text.includes('*')
    this.#isOpen = last === '*' || last === '**'
    this.#segments = (this.#isOpen ? segments.slice(0, -1) : segments).map(
      (segment) => new SegmentPattern(segment),
    )
  }

  /** Returns undefined when the text is not a valid pattern. */
  static parse(text: string): PathPattern | undefined {
    if (text.length > pathLimits.length) return undefined
    const segments = text.split('.')
    if (segments.length > pathLimits.depth || !segments.every((segment) => segmentShape.test(segment)))
      return undefined
    if (segments.slice(0, -1).some((segment) => segment.includes('**'))) return undefined
    return new PathPattern(text, segments)
  }

  matches({ text, segments }: PatternedPath): boolean {
    if (this.#isLiteral) return text === this.text
    const wanted = this.#segments
    if (this.#isOpen ? segments.length <= wanted.length : segments.length !== wanted.length) return false
    for (let index = 0; index < wanted.length; index++)
      if (!wanted[index]?.matches(segments[index] ?? '')) return false
    return true
  }
}

/** The members of a context that a pattern is matched against. */
export interface PatternedContext {
  readonly map: string
  readonly identifier: string
  readonly isSelf: boolean
}

/** A context pattern: `vessels.self`, `vessels.*`, `*`, or a context with `*` in the identifier. */
export class ContextPattern {
  readonly text: string
  readonly #map: string
  readonly #identifier: SegmentPattern
  readonly #isSelf: boolean

  private constructor(text: string, map: string, identifier: string) {
    this.text = text
    this.#map = map
    this.#identifier = new SegmentPattern(identifier)
    this.#isSelf = map === 'vessels' && identifier === 'self'
  }

  static parse(text: string): ContextPattern | undefined {
    if (text === '*' || text === '**') return new ContextPattern('*', '*', '*')
    const dot = text.indexOf('.')
    const map = text.slice(0, dot)
    const identifier = text.slice(dot + 1)
    if (dot < 0 || identifier === '' || (map !== '*' && !isMapName(map))) return undefined
    return new ContextPattern(
      text,
      map,
      identifier.startsWith('urn:') ? identifier.toLowerCase() : identifier,
    )
  }

  matches(context: PatternedContext): boolean {
    if (this.#isSelf) return context.isSelf
    return (this.#map === '*' || this.#map === context.map) && this.#identifier.matches(context.identifier)
  }
}
