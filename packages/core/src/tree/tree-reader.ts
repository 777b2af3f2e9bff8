import {
  identityMembers,
  isMapName,
  mapNames,
  pathLimits,
  type MapName,
  type ProductWord,
} from '@marinedata/model'
import { pause, type Clock } from '#clock.ts'
import { cellsOf, type ContextNode, type Row } from '#row.ts'
import type { ListedContext } from './context-list.ts'
import type { DeltaTree } from './delta-tree.ts'
import { branchJson, contextJson, leafJson } from './rendering.ts'

/** What stands at an address of the tree. */
export interface TreeAnswer {
  /** The newest change that the answer shows; the same number means the same answer. */
  readonly sequence: number
  /** JSON whole, or in slices when it may be long. */
  readonly body: string | AsyncIterable<string>
}

export interface TreeReaderOptions {
  readonly tree: DeltaTree
  readonly clock: Clock
  readonly productWord: ProductWord
  readonly version: string
  /** What people have stored, such as routes and waypoints; nothing when absent. */
  readonly resources?: ResourceSource
}

/** Stored resources as the root object shows them: by kind, then by id. */
export interface ResourceSource {
  /** Grows with every change. */
  readonly revision: number
  kinds(): readonly (readonly [kind: string, items: readonly { readonly id: string }[]])[]
}

const sliceCharacters = 65_536
const sliceMs = 2

/** Answers every sub-path of the root object, the long ones in slices that let other work through. */
export class TreeReader {
  readonly #options: TreeReaderOptions

  constructor(options: TreeReaderOptions) {
    this.#options = options
  }

  /** The own vessel's context as the root object names it. */
  get self(): string {
    return `vessels.${this.#options.tree.self.identifier}`
  }

  /** @param address the segments below the root, decoded; gives undefined when nothing is known there */
  answer(address: readonly string[]): TreeAnswer | undefined {
    const [first, identifier] = address
    if (first === undefined) return { sequence: this.#sequence(), body: this.#root() }
    if (first === 'resources') return this.#resourceAnswer(address.slice(1))
    if (!isMapName(first)) return identifier === undefined ? this.#rootMember(first) : undefined
    if (identifier === undefined) return this.#mapAnswer(first)
    const context = this.#options.tree.context(`${first}.${identifier}`)
    return context && this.#inContext(context, address.slice(2))
  }

  #rootMember(name: string): TreeAnswer | undefined {
    const { sequence } = this.#options.tree
    if (name === 'version') return { sequence: 0, body: JSON.stringify(this.#options.version) }
    if (name === 'self') return { sequence: 0, body: JSON.stringify(this.self) }
    return name === 'sources' ? { sequence, body: this.#sources() } : undefined
  }

  /** Neither of the two ever gets less, so their sum is the same only while both are. */
  #sequence(): number {
    return this.#options.tree.sequence + (this.#options.resources?.revision ?? 0)
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

  #mapAnswer(map: MapName): TreeAnswer {
    return { sequence: this.#options.tree.sequence, body: this.#sliced(this.#mapPieces(map)) }
  }

  #inContext(context: ListedContext, path: readonly string[]): TreeAnswer | undefined {
    const { sequence } = context
    if (path.length === 0) return { sequence, body: contextJson(context, this.#options.productWord) }
    const row = this.#options.tree.row(context, path.join('.'))
    if (row !== undefined) return { sequence: sequenceOf(row), body: leafJson(row) }
    const body =
      branchJson(context, path) ?? this.#inIdentity(context, path) ?? this.#insideLeaf(context, path)
    return body === undefined ? undefined : { sequence, body }
  }

  #inIdentity(context: ContextNode, [name, ...rest]: readonly string[]): string | undefined {
    const identity = new Map(Object.entries(identityMembers(context.identifier, this.#options.productWord)))
    const value = rest.length === 0 ? identity.get(name ?? '') : undefined
    return value && JSON.stringify(value)
  }

  /** A member of a leaf or of its value: `…/position/value/latitude`, `…/speedOverGround/meta/units`. */
  #insideLeaf(context: ListedContext, path: readonly string[]): string | undefined {
    for (let length = Math.min(path.length - 1, pathLimits.depth); length > 0; length--) {
      const row = this.#options.tree.row(context, path.slice(0, length).join('.'))
      if (row !== undefined) return memberJson(leafJson(row), path.slice(length))
    }
    return undefined
  }

  async *#root(): AsyncGenerator<string> {
    yield `{"version":${JSON.stringify(this.#options.version)},"self":${JSON.stringify(this.self)}`
    for (const map of mapNames) {
      if (map !== 'vessels' && this.#isEmpty(map)) continue
      yield `,"${map}":`
      yield* this.#sliced(this.#mapPieces(map))
    }
    yield `,"sources":${this.#sources()},"resources":`
    yield* this.#sliced(this.#resourcePieces())
    yield '}'
  }

  #isEmpty(map: MapName): boolean {
    for (const context of this.#options.tree.contexts()) if (context.map === map) return false
    return true
  }

  *#mapPieces(map: MapName): Generator<string> {
    let separator = '{'
    for (const context of this.#options.tree.contexts()) {
      if (context.map !== map) continue
      yield `${separator}${JSON.stringify(context.identifier)}:${contextJson(context, this.#options.productWord)}`
      separator = ','
    }
    yield separator === '{' ? '{}' : '}'
  }

  /** Joins small pieces to slices; after each slice, waiting input goes first. */
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
    const names = new Set<string>()
    for (const row of this.#options.tree.self.rowByPath.values())
      for (const cell of cellsOf(row)) names.add(cell.source)
    return `{${[...names].map((name) => `"${name}":{"label":"${name}"}`).join(',')}}`
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
