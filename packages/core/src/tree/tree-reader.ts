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
    if (first === undefined) return { sequence: this.#options.tree.sequence, body: this.#root() }
    if (!isMapName(first)) return identifier === undefined ? this.#rootMember(first) : undefined
    if (identifier === undefined) return this.#mapAnswer(first)
    const context = this.#options.tree.context(`${first}.${identifier}`)
    return context && this.#inContext(context, address.slice(2))
  }

  #rootMember(name: string): TreeAnswer | undefined {
    const { sequence } = this.#options.tree
    if (name === 'version') return { sequence: 0, body: JSON.stringify(this.#options.version) }
    if (name === 'self') return { sequence: 0, body: JSON.stringify(this.self) }
    if (name === 'sources') return { sequence, body: this.#sources() }
    return name === 'resources' ? { sequence: 0, body: '{}' } : undefined
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
    yield `,"sources":${this.#sources()},"resources":{}}`
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
