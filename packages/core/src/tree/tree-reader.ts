import {
  identityMembers,
  isMapName,
  mapNames,
  pathLimits,
  type MapName,
  type ProductWord,
} from '@marinedata/model'
import { pause, type Clock } from '#clock.ts'
import { cellsOf, type ContextNode, type Row } from '#tree/row.ts'
import type { ListedContext } from './context-list.ts'
import type { DeltaTree } from './delta-tree.ts'
import { branchJson, contextJson, leafJson } from './rendering.ts'

/** The content at an address of the tree. */
export interface TreeAnswer {
  /** Sequence of the newest change in the answer. Equal sequences mean equal answers. */
  readonly sequence: number
  /** JSON as one string, or in slices when it may be long. */
  readonly body: string | AsyncIterable<string>
}

export interface TreeReaderOptions {
  readonly tree: DeltaTree
  readonly clock: Clock
  readonly productWord: ProductWord
  readonly version: string
  /** Stored resources, such as routes and waypoints. */
  readonly resources?: ResourceSource
  /** Details of sources, such as devices on a bus. */
  readonly sourceDetails?: SourceDetails
}

/** Stored resources by kind, then by id. */
export interface ResourceSource {
  /** Incremented by every change. */
  readonly revision: number
  kinds(): readonly (readonly [kind: string, items: readonly { readonly id: string }[]])[]
}

/** Details of sources. */
export interface SourceDetails {
  /** Incremented by every change. */
  readonly revision: number
  sources(): Iterable<readonly [source: string, details: Readonly<Record<string, unknown>>]>
}

const sliceCharacters = 65_536
const sliceMs = 2

/** Reads any address of the root object. Long answers come in slices, so that other work can run in between. */
export class TreeReader {
  readonly #options: TreeReaderOptions

  constructor(options: TreeReaderOptions) {
    this.#options = options
  }

  /** Own ship's context, as in the member `self` of the root object. */
  get self(): string {
    return `vessels.${this.#options.tree.self.identifier}`
  }

  /**
   * @param address decoded segments below the root
   * @param hasMetadata whether every leaf of a branch has its metadata, as a single leaf has
   * @returns undefined when there is nothing at the address
   */
  answer(address: readonly string[], hasMetadata = false): TreeAnswer | undefined {
    const [first, identifier] = address
    if (first === undefined) return { sequence: this.#sequence(), body: this.#root(hasMetadata) }
    if (first === 'resources') return this.#resourceAnswer(address.slice(1))
    if (!isMapName(first)) return identifier === undefined ? this.#rootMember(first) : undefined
    if (identifier === undefined) return this.#mapAnswer(first, hasMetadata)
    const context = this.#options.tree.context(`${first}.${identifier}`)
    return context && this.#inContext(context, address.slice(2), hasMetadata)
  }

  #rootMember(name: string): TreeAnswer | undefined {
    if (name === 'version') return { sequence: 0, body: JSON.stringify(this.#options.version) }
    if (name === 'self') return { sequence: 0, body: JSON.stringify(this.self) }
    return name === 'sources' ? { sequence: this.#sourceSequence(), body: this.#sources() } : undefined
  }

  /** All numbers only grow, so their sum changes when any of them changes. */
  #sequence(): number {
    return this.#sourceSequence() + (this.#options.resources?.revision ?? 0)
  }

  #sourceSequence(): number {
    return this.#options.tree.sequence + (this.#options.sourceDetails?.revision ?? 0)
  }

  #resourceAnswer([kind, id, ...rest]: readonly string[]): TreeAnswer | undefined {
    const sequence = this.#options.resources?.revision ?? 0
    if (kind === undefined) return { sequence, body: this.#sliced(this.#resourcePieces()) }
    const items = this.#options.resources?.kinds().find(([name]) => name === kind)?.[1]
    if (items === undefined) return undefined
    if (id === undefined) return { sequence, body: this.#sliced(itemPieces(items)) }
    const item = items.find((one) => one.id === id)
    const body = item && memberJson(JSON.stringify(item), rest)
    return body === undefined ? undefined : { sequence, body }
  }

  *#resourcePieces(): Generator<string> {
    let separator = '{'
    for (const [kind, items] of this.#options.resources?.kinds() ?? []) {
      yield `${separator}${JSON.stringify(kind)}:`
      yield* itemPieces(items)
      separator = ','
    }
    yield separator === '{' ? '{}' : '}'
  }

  #mapAnswer(map: MapName, hasMetadata: boolean): TreeAnswer {
    return { sequence: this.#options.tree.sequence, body: this.#sliced(this.#mapPieces(map, hasMetadata)) }
  }

  #inContext(context: ListedContext, path: readonly string[], hasMetadata: boolean): TreeAnswer | undefined {
    const { sequence } = context
    if (path.length === 0)
      return { sequence, body: contextJson(context, this.#options.productWord, hasMetadata) }
    const row = this.#options.tree.row(context, path.join('.'))
    if (row !== undefined) return { sequence: sequenceOf(row), body: leafJson(row) }
    const body =
      branchJson(context, path, hasMetadata) ??
      this.#inIdentity(context, path) ??
      this.#insideLeaf(context, path)
    return body === undefined ? undefined : { sequence, body }
  }

  #inIdentity(context: ContextNode, [name, ...rest]: readonly string[]): string | undefined {
    const identity = new Map(Object.entries(identityMembers(context.identifier, this.#options.productWord)))
    const value = rest.length === 0 ? identity.get(name ?? '') : undefined
    return value && JSON.stringify(value)
  }

  /** A member of a leaf or of its value: `…/position/value/latitude` or `…/speedOverGround/meta/units`. */
  #insideLeaf(context: ListedContext, path: readonly string[]): string | undefined {
    for (let length = Math.min(path.length - 1, pathLimits.depth); length > 0; length--) {
      const row = this.#options.tree.row(context, path.slice(0, length).join('.'))
      if (row !== undefined) return memberJson(leafJson(row), path.slice(length))
    }
    return undefined
  }

  async *#root(hasMetadata: boolean): AsyncGenerator<string> {
    yield `{"version":${JSON.stringify(this.#options.version)},"self":${JSON.stringify(this.self)}`
    for (const map of mapNames) {
      if (map !== 'vessels' && this.#isEmpty(map)) continue
      yield `,"${map}":`
      yield* this.#sliced(this.#mapPieces(map, hasMetadata))
    }
    yield `,"sources":${this.#sources()},"resources":`
    yield* this.#sliced(this.#resourcePieces())
    yield '}'
  }

  #isEmpty(map: MapName): boolean {
    for (const context of this.#options.tree.contexts()) if (context.map === map) return false
    return true
  }

  *#mapPieces(map: MapName, hasMetadata: boolean): Generator<string> {
    let separator = '{'
    for (const context of this.#options.tree.contexts()) {
      if (context.map !== map) continue
      yield `${separator}${JSON.stringify(context.identifier)}:${contextJson(context, this.#options.productWord, hasMetadata)}`
      separator = ','
    }
    yield separator === '{' ? '{}' : '}'
  }

  /** Joins small pieces to slices and lets pending input be processed after each slice. */
  async *#sliced(pieces: Iterable<string>): AsyncGenerator<string> {
    const { clock } = this.#options
    let slice = ''
    let startedAt = clock.now()
    for (const piece of pieces) {
      slice += piece
      if (slice.length < sliceCharacters && clock.now() - startedAt < sliceMs) continue
      yield slice
      await pause(clock)
      slice = ''
      startedAt = clock.now()
    }
    yield slice
  }

  #sources(): string {
    const detailsByName = new Map<string, Readonly<Record<string, unknown>>>()
    for (const row of this.#options.tree.self.rowByPath.values())
      for (const cell of cellsOf(row)) detailsByName.set(cell.source, {})
    for (const [name, details] of this.#options.sourceDetails?.sources() ?? [])
      detailsByName.set(name, details)
    const members = [...detailsByName].map(
      ([name, details]) => `"${name}":${JSON.stringify({ label: name, ...details })}`,
    )
    return `{${members.join(',')}}`
  }
}

function* itemPieces(items: readonly { readonly id: string }[]): Generator<string> {
  let separator = '{'
  for (const item of items) {
    yield `${separator}${JSON.stringify(item.id)}:${JSON.stringify(item)}`
    separator = ','
  }
  yield separator === '{' ? '{}' : '}'
}

const sequenceOf = (row: Row): number =>
  row.others === undefined
    ? Math.max(row.preferred.sequence, row.describedAt)
    : Math.max(row.describedAt, ...cellsOf(row).map((cell) => cell.sequence))

const memberJson = (json: string, path: readonly string[]): string | undefined => {
  let value: unknown = JSON.parse(json)
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = (value as Record<string, unknown>)[name]
  }
  return JSON.stringify(value)
}
