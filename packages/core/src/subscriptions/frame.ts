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
  /** The newest change in it. */
  readonly sequence: number
  readonly isAscii: boolean

  constructor(
    context: ContextNode,
    json: string,
    { values = 0, id = 0, sequence }: { values?: number; id?: number; sequence: number },
  ) {
    this.context = context
    this.json = json
    this.sequence = sequence
    this.values = values
    this.id = id
    this.isAscii = !beyondAscii.test(json)
  }
}

export const valueJson = (cell: Cell): string =>
  `${cell.row.path.head}${jsonOf(cell.value)}${flagsJson(cell)}${preferenceJson(cell)}}`

/** Marks a value of a source that is not the preferred one. Only subscriptions to all sources receive it. */
const preferenceJson = (cell: Cell): string =>
  cell === cell.row.preferred || cell.row.path.isPerSource ? '' : ',"preferred":false'

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

export interface FrameOptions {
  readonly epoch: number
  readonly isConflated?: boolean
  /** Deltas follow the order of changes, so that a context may have several. Otherwise it has one. */
  readonly isInOrder?: boolean
  /** The changes come from the log and are older. */
  readonly isLate?: boolean
}

/** A delta that is being joined. */
interface OpenDelta {
  readonly context: ContextNode
  readonly updates: string[]
  sequence: number
}

const deltaJson = ({ context, updates, sequence }: OpenDelta, options: FrameOptions): string => {
  const { epoch, isConflated = false, isLate = false } = options
  const marks = `${isConflated ? ',"conflated":true' : ''}${isLate ? ',"late":true' : ''}`
  return joined(
    `{"context":${JSON.stringify(context.text)},"updates":[`,
    updates,
    `]${marks},"epoch":${epoch},"sequence":${sequence}}`,
  )
}

/** Joins fragments to a frame with one delta per context and updates in order. */
export const frameOf = (fragments: readonly Fragment[], options: FrameOptions): Frame => {
  const deltas: OpenDelta[] = []
  const deltaByContext = new Map<ContextNode, OpenDelta>()
  let values = 0
  let isAscii = true
  let last: OpenDelta | undefined
  for (const fragment of fragments) {
    const { context, json, sequence } = fragment
    if (context !== last?.context) {
      last = options.isInOrder === true ? undefined : deltaByContext.get(context)
      if (last === undefined) {
        last = { context, updates: [], sequence }
        deltas.push(last)
        deltaByContext.set(context, last)
        isAscii &&= !beyondAscii.test(context.text)
      }
    }
    last.updates.push(json)
    if (sequence > last.sequence) last.sequence = sequence
    values += fragment.values
    isAscii &&= fragment.isAscii
  }
  return new Frame(
    deltas.map((delta) => deltaJson(delta, options)),
    values,
    isAscii,
  )
}

/** The latest values of cells. Consecutive cells with the same context, source and timestamp share an update. */
export const latestFragments = (cells: Iterable<Cell>): Fragment[] => {
  const fragments: Fragment[] = []
  let first: Cell | undefined
  let values: string[] = []
  let sequence = 0
  const end = (): void => {
    if (first === undefined) return
    const { context } = first.row
    const json = updateJson(first.source, first.timestamp, values)
    fragments.push(new Fragment(context, json, { values: values.length, sequence }))
  }
  for (const cell of cells) {
    if (first !== undefined && isSameUpdate(first, cell)) {
      values.push(valueJson(cell))
      sequence = Math.max(sequence, cell.sequence)
      continue
    }
    end()
    first = cell
    values = [valueJson(cell)]
    sequence = cell.sequence
  }
  end()
  return fragments
}

const isSameUpdate = (a: Cell, b: Cell): boolean =>
  a.row.context === b.row.context && a.timestamp === b.timestamp && a.source === b.source
