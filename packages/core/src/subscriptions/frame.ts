import type { Cell, ContextNode, Row } from '#tree/row.ts'
import { flagsJson, metadataJsonOf } from '#tree/row.ts'
import { jsonOf } from '#json.ts'

/** One write to a client: some deltas as JSON, serialized once for all clients that get the same. */
export class Frame {
  readonly deltas: readonly string[]
  /** Number of values in the frame. */
  readonly values: number
  /** True when every character is ASCII, so that the length is the number of bytes. */
  readonly isAscii: boolean
  /** How often outlets have sent the frame. */
  sent = 0
  /** The encoded bytes, cached by the outlet so that they are also created once. */
  wire: Uint8Array | undefined

  constructor(deltas: readonly string[], values: number, isAscii: boolean) {
    this.deltas = deltas
    this.values = values
    this.isAscii = isAscii
  }
}

const beyondAscii = /[\u0080-\uffff]/

/** One update as JSON, with the context it belongs to. */
export class Fragment {
  readonly context: ContextNode
  readonly json: string
  readonly values: number
  /** A hash for quick comparison. Equal hashes do not guarantee equal fragments. */
  readonly id: number
  readonly isAscii: boolean

  constructor(
    context: ContextNode,
    json: string,
    { values = 0, id = 0 }: { values?: number; id?: number } = {},
  ) {
    this.context = context
    this.json = json
    this.values = values
    this.id = id
    this.isAscii = !beyondAscii.test(json)
  }
}

export const valueJson = (cell: Cell): string =>
  `${cell.row.path.head}${jsonOf(cell.value)}${flagsJson(cell)}}`

/** Joins in one pass. A string built by repeated concatenation is a rope that is flattened again at each use. */
const joined = (head: string, parts: string[], tail: string): string => {
  parts[0] = head + (parts[0] ?? '')
  parts[parts.length - 1] += tail
  return parts.join(',')
}

export const updateJson = (source: string, timestamp: string, values: string[]): string =>
  joined(`{"$source":"${source}","timestamp":"${timestamp}","values":[`, values, ']}')

export const metadataJson = (rows: readonly Row[], timestamp: string): string | undefined => {
  const entries = rows.flatMap((row) => {
    const metadata = metadataJsonOf(row)
    return metadata === undefined ? [] : [`${row.path.head}${metadata}}`]
  })
  return entries.length === 0 ? undefined : `{"timestamp":"${timestamp}","meta":[${entries.join(',')}]}`
}

const deltaJson = (context: ContextNode, updates: string[], isConflated: boolean): string =>
  joined(
    `{"context":${JSON.stringify(context.text)},"updates":[`,
    updates,
    isConflated ? '],"conflated":true}' : ']}',
  )

/** Joins fragments to a frame with one delta per context and updates in order. */
export const frameOf = (fragments: readonly Fragment[], isConflated = false): Frame => {
  const updatesByContext = new Map<ContextNode, string[]>()
  let values = 0
  let isAscii = true
  let last: ContextNode | undefined
  let updates: string[] = []
  for (const fragment of fragments) {
    if (fragment.context !== last) {
      last = fragment.context
      updates = updatesByContext.get(last) ?? []
      updatesByContext.set(last, updates)
      isAscii &&= !beyondAscii.test(last.text)
    }
    updates.push(fragment.json)
    values += fragment.values
    isAscii &&= fragment.isAscii
  }
  const deltas = [...updatesByContext].map(([context, jsons]) => deltaJson(context, jsons, isConflated))
  return new Frame(deltas, values, isAscii)
}

/** The latest values of cells. Consecutive cells with the same context, source and timestamp share an update. */
export const latestFragments = (cells: Iterable<Cell>): Fragment[] => {
  const fragments: Fragment[] = []
  let first: Cell | undefined
  let values: string[] = []
  const end = (): void => {
    if (first === undefined) return
    const { context } = first.row
    const json = updateJson(first.source, first.timestamp, values)
    fragments.push(new Fragment(context, json, { values: values.length }))
  }
  for (const cell of cells) {
    if (first !== undefined && isSameUpdate(first, cell)) {
      values.push(valueJson(cell))
      continue
    }
    end()
    first = cell
    values = [valueJson(cell)]
  }
  end()
  return fragments
}

const isSameUpdate = (a: Cell, b: Cell): boolean =>
  a.row.context === b.row.context && a.timestamp === b.timestamp && a.source === b.source
