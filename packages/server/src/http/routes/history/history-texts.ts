import { isTrackGap, type HistoryCell, type HistoryValuesHead, type Track } from '@marinedata/model'

/** Rows of an answer, page by page. */
type Pages = AsyncIterable<readonly unknown[]>

/** The answer as JSON, in slices: the rows are sent as they come. */
export async function* jsonOf(head: HistoryValuesHead, pages: Pages): AsyncGenerator<string> {
  yield `${JSON.stringify(head).slice(0, -1)},"data":[`
  let isFirst = true
  for await (const rows of pages) {
    if (rows.length === 0) continue
    const text = JSON.stringify(rows).slice(1, -1)
    yield isFirst ? text : `,${text}`
    isFirst = false
  }
  yield ']}'
}

/** A field of CSV (RFC 4180). */
const field = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

const cellText = (cell: HistoryCell | string): string => {
  if (cell === null) return ''
  if (typeof cell !== 'object') return field(String(cell))
  return `${cell.latitude} ${cell.longitude}`
}

/** The answer as CSV, in slices. A column is named as in the question; an empty bucket is an empty field. */
export async function* csvOf({ values }: HistoryValuesHead, pages: Pages): AsyncGenerator<string> {
  const names = values.map(
    ({ path, method, $source }) => `${path}${$source === undefined ? '' : `|${$source}`}:${method}`,
  )
  yield `${['timestamp', ...names].map(field).join(',')}\r\n`
  for await (const rows of pages)
    // The rows are only formatted: a wrong cell becomes a wrong text, and nothing else.
    yield rows.map((row) => `${(row as HistoryCell[]).map(cellText).join(',')}\r\n`).join('')
}

const pointText = ([at, latitude, longitude]: Track['points'][number]): string =>
  `<trkpt lat="${latitude}" lon="${longitude}"><time>${new Date(at).toISOString()}</time></trkpt>\n`

/** The points of a track in segments without a gap. */
const segmentsOf = ({ points }: Track, tolerance: number): Track['points'][number][][] => {
  const segments: Track['points'][number][][] = []
  let last: Track['points'][number] | undefined
  for (const point of points) {
    if (last === undefined || isTrackGap(last[0], point[0], tolerance)) segments.push([])
    segments.at(-1)?.push(point)
    last = point
  }
  return segments
}

/**
 * The track as GPX 1.1, with a segment for each part without a gap.
 * @param tolerance metres that it may differ from the recorded one
 */
export const gpxOf = (track: Track, tolerance: number): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    '<gpx version="1.1" creator="marinedata" xmlns="http://www.topografix.com/GPX/1/1">\n<trk>\n',
    ...segmentsOf(track, tolerance).flatMap((points) => [
      '<trkseg>\n',
      ...points.map(pointText),
      '</trkseg>\n',
    ]),
    '</trk>\n</gpx>\n',
  ].join('')
