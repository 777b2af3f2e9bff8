import type { Cell, ContextNode } from '#row.ts'
import { metadataOf } from '#row.ts'
import { jsonOf } from '#json.ts'

/** What goes to a client in one write: a few deltas as JSON, encoded once for everyone who gets the same. */
export class Frame {
  readonly deltas: readonly string[]
  /** How many values are in it. */
  readonly values: number
  /** A place for the outlet to keep the bytes, so that they too are made once. */
  wire: Uint8Array | undefined

  constructor(deltas: readonly string[], values: number) {
    this.deltas = deltas
    this.values = values
  }
}

/** One update as JSON, with the context it belongs to. */
export interface Fragment {
  readonly context: ContextNode
  readonly json: string
  readonly values: number
}

export const valueJson = (cell: Cell): string =>
  `${cell.row.path.head}${jsonOf(cell.value)}${cell.isStale ? ',"stale":true}' : '}'}`

export const updateJson = (source: string, timestamp: string, values: string): string =>
  `{"$source":"${source}","timestamp":"${timestamp}","values":[${values}]}`

export const metadataJson = (cells: readonly Cell[], timestamp: string): string | undefined => {
  const entries = cells.flatMap(({ row }) => {
    const metadata = metadataOf(row)
    return metadata === undefined ? [] : [`${row.path.head}${JSON.stringify(metadata)}}`]
  })
  return entries.length === 0 ? undefined : `{"timestamp":"${timestamp}","meta":[${entries.join(',')}]}`
}

const deltaJson = (context: ContextNode, updates: string, isConflated: boolean): string =>
  `{"context":${JSON.stringify(context.text)},"updates":[${updates}]${isConflated ? ',"conflated":true' : ''}}`

/** Joins fragments to a frame: one delta for each context, updates in order. */
export const frameOf = (fragments: readonly Fragment[], isConflated = false): Frame => {
  const updatesByContext = new Map<ContextNode, string>()
  let values = 0
  for (const { context, json, values: count } of fragments) {
    const before = updatesByContext.get(context)
    updatesByContext.set(context, before === undefined ? json : `${before},${json}`)
    values += count
  }
  const deltas = [...updatesByContext].map(([context, updates]) => deltaJson(context, updates, isConflated))
  return new Frame(deltas, values)
}

/** The latest values of some cells: one update for each source and time of a context. */
export const latestFragments = (cells: Iterable<Cell>): Fragment[] => {
  const updates = new Map<string, { cell: Cell; values: string[] }>()
  for (const cell of cells) {
    const key = `${cell.row.context.text} ${cell.source} ${cell.timestamp}`
    const update = updates.get(key) ?? { cell, values: [] }
    update.values.push(valueJson(cell))
    updates.set(key, update)
  }
  return [...updates.values()].map(({ cell, values }) => ({
    context: cell.row.context,
    json: updateJson(cell.source, cell.timestamp, values.join(',')),
    values: values.length,
  }))
}
