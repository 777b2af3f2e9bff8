import type { LogEvent, StreamPosition } from '#interface.ts'
import type { LogDatabase } from './log-database.ts'

/** The time of an event is rounded, and computed from two clocks. Milliseconds. */
const tolerance = 3
const most = 10_000

type EventText = Pick<LogEvent, 'context' | 'path' | 'source' | 'json' | 'wall'>

const keyOf = ({ context, path, source, json }: EventText): string => [context, path, source, json].join('\n')

/**
 * Events are on disk at once, numbers once a minute. When the changes of an interrupted minute are sent again, these
 * events must not be recorded twice.
 */
export class RecoveredEvents {
  readonly #timesByKey: Map<string, number[]>

  constructor(database: LogDatabase) {
    const rows = database.all(
      `SELECT context, path, source, json, wall FROM event
        WHERE kind = 'value' AND segment > (SELECT coalesce(max(number), 0) FROM segment) LIMIT ?`,
      most,
    )
    const events = rows.map((row) => ({
      context: String(row['context']),
      path: String(row['path']),
      source: String(row['source']),
      json: String(row['json']),
      wall: Number(row['wall']),
    }))
    this.#timesByKey = new Map(
      [...Map.groupBy(events, keyOf)].map(([key, same]) => [key, same.map(({ wall }) => wall)]),
    )
  }

  /** Whether the event is on disk; once for each of them. */
  take(event: EventText): boolean {
    const times = this.#timesByKey.get(keyOf(event)) ?? []
    const index = times.findIndex((time) => Math.abs(time - event.wall) <= tolerance)
    if (index < 0) return false
    times.splice(index, 1)
    return true
  }
}

/** How far the stream is in the segments on disk. */
export const savedPosition = (database: LogDatabase): StreamPosition | undefined => {
  const row = database.get('SELECT epoch, sequence FROM position')
  return row && { epoch: Number(row['epoch']), sequence: Number(row['sequence']) }
}
