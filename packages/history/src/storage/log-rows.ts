import type { LogEvent, LogSeries } from '#interface.ts'
import type { Row } from './log-database.ts'

export const seriesOf = (row: Row): LogSeries => ({
  id: Number(row['id']),
  context: String(row['context']),
  path: String(row['path']),
  source: String(row['source']),
  part: String(row['part']),
  steps: Number(row['steps']),
})

export const eventOf = (row: Row): LogEvent => ({
  number: Number(row['number']),
  segment: Number(row['segment']),
  wall: Number(row['wall']),
  mono: Number(row['mono']),
  // Only the recorder writes it.
  kind: String(row['kind']) as LogEvent['kind'],
  context: String(row['context']),
  path: String(row['path']),
  source: String(row['source']),
  json: String(row['json']),
})
