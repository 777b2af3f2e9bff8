import { selfContext, type Metadata, type SentDelta } from '@marinedata/model'

/** A value that the boat sends and that a tile can show. */
export interface BoatPath {
  /** As in a tile: `navigation.attitude:roll` for a member of an object. */
  readonly path: string
  readonly type: 'number' | 'text'
  readonly meta: Metadata
  /** Whether it can be set: a switch, a dimmer, a choice. */
  readonly isControl?: boolean
}

/** Splits the path of a tile into the path of the boat and the member of its value. */
export const splitPath = (path: string): readonly [path: string, member: string | undefined] => {
  const [whole = '', member] = path.split(':')
  return [whole, member]
}

/** The part of a value that a tile shows. */
export const memberOf = (value: unknown, member: string | undefined): unknown =>
  member === undefined ? value : (Object(value) as Readonly<Record<string, unknown>>)[member]

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const memberMeta = ({ properties }: Metadata, member: string): Metadata => {
  const { units, description } = Object(properties?.[member]) as Readonly<Record<string, unknown>>
  return {
    ...(typeof units === 'string' && { units }),
    ...(typeof description === 'string' && { description }),
  }
}

/** A value that is unknown now is a number if it has a unit. */
const typeOf = (value: unknown, { units }: Metadata): BoatPath['type'] | undefined => {
  if (typeof value === 'number' || (value === null && units !== undefined)) return 'number'
  return typeof value === 'string' || typeof value === 'boolean' ? 'text' : undefined
}

/** The parts of a value that a tile can show: the value itself, or the numbers in it. */
const shownOf = (path: string, value: unknown, meta: Metadata): readonly BoatPath[] => {
  const type = typeOf(value, meta)
  if (type !== undefined) return [{ path, type, meta }]
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([member, inner]) =>
    typeof inner === 'number'
      ? [{ path: `${path}:${member}`, type: 'number' as const, meta: memberMeta(meta, member) }]
      : [],
  )
}

/** Branches that are not instruments. Alerts and autopilots have separate screens. */
const ignored = ['notifications.', 'resources.', 'sensors.', 'design.', 'steering.autopilot.']
/** A boat may send thousands of paths. The rest is on the Data screen. */
const mostPaths = 2_000

const namesOf = (shown: readonly BoatPath[] = []): string =>
  shown.map(({ path, type }) => `${path} ${type}`).join()

/** The paths that the boat sends, from its deltas and metadata. */
export class BoatPaths {
  readonly #metaByPath = new Map<string, Metadata>()
  readonly #shownByPath = new Map<string, readonly BoatPath[]>()

  /** @returns whether anything is new: a path, its type or its metadata */
  take({ context, updates }: SentDelta): boolean {
    if (context !== selfContext) return false
    let isNew = false
    for (const { values = [], meta = [] } of updates) {
      for (const { path, value } of meta) isNew = this.#describe(path, value) || isNew
      for (const { path, value } of values) isNew = this.#note(path, value) || isNew
    }
    return isNew
  }

  /** Sorted by path. */
  get all(): readonly BoatPath[] {
    return [...this.#shownByPath.values()].flat().toSorted((one, other) => one.path.localeCompare(other.path))
  }

  #describe(path: string, meta: Metadata): boolean {
    if (JSON.stringify(this.#metaByPath.get(path)) === JSON.stringify(meta)) return false
    if (!this.#metaByPath.has(path) && this.#metaByPath.size >= mostPaths) return false
    this.#metaByPath.set(path, meta)
    const shown = this.#shownByPath.get(path)
    if (shown === undefined) return false
    this.#shownByPath.set(
      path,
      shown.map((each) => {
        const member = splitPath(each.path)[1]
        return { ...each, meta: member === undefined ? meta : memberMeta(meta, member) }
      }),
    )
    return true
  }

  #note(path: string, value: unknown): boolean {
    const before = this.#shownByPath.get(path)
    // An object that is unknown now keeps its members.
    if (ignored.some((branch) => path.startsWith(branch)) || (value === null && before !== undefined))
      return false
    const next = shownOf(path, value, this.#metaByPath.get(path) ?? {})
    const isRefused = before === undefined && (next.length === 0 || this.#shownByPath.size >= mostPaths)
    if (isRefused || namesOf(next) === namesOf(before)) return false
    this.#shownByPath.set(path, next)
    return true
  }
}
