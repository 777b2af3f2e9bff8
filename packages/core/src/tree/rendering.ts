import { identityMembers, type ProductWord } from '@marinedata/model'
import { jsonOf } from '#json.ts'
import { cellsOf, flagsJson, metadataJsonOf, type Cell, type ContextNode, type Row } from '#tree/row.ts'

const sourceLeaf = (cell: Cell): string =>
  `"value":${jsonOf(cell.value)},"$source":"${cell.source}","timestamp":"${cell.timestamp}"${flagsJson(cell)}`

const sourceLeaves = (row: Row): string =>
  row.others === undefined
    ? ''
    : `,"values":{${cellsOf(row)
        .map((cell) => `"${cell.source}":{${sourceLeaf(cell)}}`)
        .join(',')}}`

const leafMembers = (row: Row): string => sourceLeaf(row.preferred) + sourceLeaves(row)

const metadataMember = (row: Row): string => {
  const metadata = metadataJsonOf(row)
  return metadata === undefined ? '' : `,"meta":${metadata}`
}

/** A leaf as JSON with its metadata; an attribute as a plain value. */
export const leafJson = (row: Row): string => {
  if (row.path.isAttribute) return jsonOf(row.preferred.value)
  return `{${leafMembers(row)}${metadataMember(row)}}`
}

const byPath = (a: Row, b: Row): number => (a.path.order < b.path.order ? -1 : 1)

// A child of a leaf is omitted when its name is one of the leaf's own members.
const leafMemberNames: ReadonlySet<string> = new Set([
  'value',
  'values',
  'meta',
  'timestamp',
  'stale',
  'timestampReplaced',
])

const sharedDepth = (a: readonly string[], b: readonly string[]): number => {
  let depth = 0
  while (depth < a.length && a[depth] === b[depth]) depth++
  return depth
}

/**
 * Writes rows as nested objects, starting at a depth. Rows are sorted by path, so a branch is opened and closed once.
 * A path that is both a leaf and a branch has its children beside its own members.
 */
class NestedWriter {
  readonly #depth: number
  readonly #hasMetadata: boolean
  #json = '{'
  #needsComma = false
  #open: readonly string[] = []
  /** For each open depth, whether a leaf's members were written there. */
  readonly #isLeafAt: boolean[] = []
  /** The last written attribute; a plain value has no children. */
  #plain: readonly string[] = []

  constructor(depth: number, hasMetadata: boolean) {
    this.#depth = depth
    this.#hasMetadata = hasMetadata
  }

  member(name: string, json: string): void {
    this.#json += `${this.#needsComma ? ',' : ''}"${name}":${json}`
    this.#needsComma = true
  }

  row(row: Row): void {
    const segments = row.path.segments.slice(this.#depth)
    const shared = sharedDepth(this.#open, segments)
    if (this.#hasNoPlaceFor(segments, shared)) return
    this.#json += '}'.repeat(this.#open.length - shared)
    this.#isLeafAt.length = shared
    if (shared < this.#open.length) this.#needsComma = true
    for (const segment of segments.slice(shared, -1)) this.#enter(segment)
    const name = segments.at(-1) ?? ''
    if (row.path.isAttribute) {
      this.member(name, jsonOf(row.preferred.value))
      this.#plain = segments
      this.#open = segments.slice(0, -1)
      return
    }
    this.#enter(name)
    this.#json += leafMembers(row) + (this.#hasMetadata ? metadataMember(row) : '')
    this.#needsComma = true
    this.#isLeafAt[segments.length - 1] = true
    this.#open = segments
  }

  end(): string {
    return `${this.#json}${'}'.repeat(this.#open.length + 1)}`
  }

  #hasNoPlaceFor(segments: readonly string[], shared: number): boolean {
    const plain = this.#plain.length
    if (plain > 0 && sharedDepth(this.#plain, segments) === plain) return true
    return this.#isLeafAt[shared - 1] === true && leafMemberNames.has(segments[shared] ?? '')
  }

  #enter(name: string): void {
    this.#json += `${this.#needsComma ? ',' : ''}"${name}":{`
    this.#needsComma = false
    this.#isLeafAt.push(false)
  }
}

/** A whole context as JSON, starting with its identity members. */
export const contextJson = (context: ContextNode, word: ProductWord, hasMetadata = false): string => {
  const writer = new NestedWriter(0, hasMetadata)
  const identity = identityMembers(context.identifier, word)
  for (const [name, value] of Object.entries(identity)) writer.member(name, JSON.stringify(value))
  for (const row of [...context.rowByPath.values()].toSorted(byPath))
    if (!Object.hasOwn(identity, row.path.segments[0] ?? '')) writer.row(row)
  return writer.end()
}

/** A branch of a context as JSON, or undefined when it is empty. */
export const branchJson = (
  context: ContextNode,
  segments: readonly string[],
  hasMetadata = false,
): string | undefined => {
  const prefix = `${segments.join('.')}.`
  const rows = [...context.rowByPath.values()]
    .filter((row) => row.path.text.startsWith(prefix))
    .toSorted(byPath)
  if (rows.length === 0) return undefined
  const writer = new NestedWriter(segments.length, hasMetadata)
  for (const row of rows) writer.row(row)
  return writer.end()
}
