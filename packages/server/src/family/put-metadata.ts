import type { TreeAnswer } from '@marinedata/core'

export interface PutMetadataOptions {
  /** Own ship's context, `vessels.urn:…`. */
  readonly self: string
  /** The paths of own ship that can be put now. */
  readonly paths: () => readonly string[]
}

type Members = Record<string, unknown>

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const memberAt = (value: unknown, names: readonly string[]): unknown => {
  let found = value
  for (const name of names) found = isObject(found) && Object.hasOwn(found, name) ? found[name] : undefined
  return found
}

const mark = { supportsPut: true } as const

/** Apps offer to set a path when its metadata says so. The boat's own interface lists its controls instead. */
export class PutMetadata {
  readonly #options: PutMetadataOptions
  #known = ''
  #revision = 0

  constructor(options: PutMetadataOptions) {
    this.#options = options
  }

  has(path: string): boolean {
    return this.#options.paths().includes(path)
  }

  /** Marks the paths in an answer about own ship. Lists of all vessels come in slices and stay as they are. */
  answer([map, vessel, ...names]: readonly string[], found: TreeAnswer | undefined): TreeAnswer | undefined {
    const isOwn = vessel === 'self' || `vessels.${vessel}` === this.#options.self
    if (map !== 'vessels' || !isOwn || typeof found?.body !== 'string') return found
    const paths = this.#options.paths()
    // Only grows, as the sequence does, so that their sum changes with either.
    const sequence = found.sequence + this.#revisionOf(paths)
    const at = names.join('.')
    if (paths.some((path) => at === `${path}.meta`))
      return { sequence, body: JSON.stringify({ ...(JSON.parse(found.body) as Members), ...mark }) }
    const inside = paths.filter((path) => at === '' || path === at || path.startsWith(`${at}.`))
    return { sequence, body: inside.length === 0 ? found.body : marked(found.body, names.length, inside) }
  }

  #revisionOf(paths: readonly string[]): number {
    const known = paths.toSorted().join(' ')
    if (known !== this.#known) this.#revision++
    this.#known = known
    return this.#revision
  }
}

const marked = (body: string, depth: number, paths: readonly string[]): string => {
  const tree: unknown = JSON.parse(body)
  for (const path of paths) {
    const leaf = memberAt(tree, path.split('.').slice(depth))
    if (isObject(leaf) && 'value' in leaf)
      leaf['meta'] = { ...(leaf['meta'] as Members | undefined), ...mark }
  }
  return JSON.stringify(tree)
}
