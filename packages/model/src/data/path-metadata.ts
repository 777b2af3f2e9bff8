import known from './path-metadata.generated.json' with { type: 'json' }
import type { Metadata } from './metadata.ts'
import {
  ordinaryPath,
  pathProperties,
  type PathProperties,
  type PathPropertyEntries,
} from './path-properties.ts'

interface Branch {
  readonly children: Map<string, Branch>
  metadata?: Metadata
}

const branch = (): Branch => ({ children: new Map() })

const buildTrie = (entries: Record<string, Metadata>): Branch => {
  const root = branch()
  for (const [path, metadata] of Object.entries(entries)) {
    let node = root
    for (const segment of path.split('.')) {
      const child = node.children.get(segment) ?? branch()
      node.children.set(segment, child)
      node = child
    }
    node.metadata = metadata
  }
  return root
}

const find = (node: Branch, segments: readonly string[], depth = 0): Metadata | undefined => {
  const segment = segments[depth]
  if (segment === undefined) return node.metadata
  for (const key of [segment, '*']) {
    const child = node.children.get(key)
    const metadata = child && find(child, segments, depth + 1)
    if (metadata !== undefined) return metadata
  }
  return undefined
}

/** Looks up the metadata and the properties of a path. */
export class PathMetadataTable {
  readonly #overrides: Branch
  #known: Branch | undefined

  readonly #properties: ReadonlyMap<string, Partial<PathProperties>>

  /** @param overrides configured metadata by path or path pattern; its members replace those of the built-in entry */
  constructor(overrides: Record<string, Metadata> = {}, properties: PathPropertyEntries = pathProperties) {
    this.#overrides = buildTrie(overrides)
    this.#properties = new Map(Object.entries(properties))
  }

  /** The metadata of a path. An exact entry wins over a pattern with `*`. */
  readonly of = (segments: readonly string[]): Metadata | undefined => {
    this.#known ??= buildTrie(known)
    const metadata = find(this.#known, segments)
    const override = find(this.#overrides, segments)
    return override === undefined ? metadata : { ...metadata, ...override }
  }

  /** The properties of a path: those of its longest entries. For a path that is interned, not for each value. */
  readonly propertiesOf = (segments: readonly string[]): PathProperties =>
    segments.reduce<PathProperties>(
      (properties, _, depth) => ({
        ...properties,
        ...this.#properties.get(segments.slice(0, depth + 1).join('.')),
      }),
      ordinaryPath,
    )
}
