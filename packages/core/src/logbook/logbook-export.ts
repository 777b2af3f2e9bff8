import {
  radians,
  toDegrees,
  toKnots,
  toNauticalMiles,
  type LogbookDay,
  type LogbookEntry,
  type LogbookEntryKind,
  type TripFigures,
} from '@marinedata/model'

/** The words for each kind of entry. */
const words: Readonly<Record<LogbookEntryKind, string>> = {
  hour: 'Under way',
  note: 'Note',
  'under-way': 'Got under way',
  stopped: 'Stopped',
  'engine-started': 'Engine started',
  'engine-stopped': 'Engine stopped',
  'anchor-down': 'Anchor down',
  'anchor-up': 'Anchor up',
  'man-overboard': 'Man overboard',
  'alarm-raised': 'Alarm',
  'alarm-cleared': 'Alarm ended',
  'course-started': 'Course started',
  'course-ended': 'Course ended',
  'pilot-engaged': 'Autopilot engaged',
  'pilot-disengaged': 'Autopilot disengaged',
  skipped: 'Further alarms, not recorded',
}

interface Column {
  readonly heading: string
  readonly csv: (entry: LogbookEntry) => string
  readonly markdown?: (entry: LogbookEntry) => string
}

const number = (value: number | undefined, digits: number): string => value?.toFixed(digits) ?? ''
/** 359.6° is 0°, not 360°. */
const bearing = (angle: number | undefined): string =>
  angle === undefined ? '' : String(((Math.round(toDegrees(radians(angle))) % 360) + 360) % 360)
const speed = (value: number | undefined): string => (value === undefined ? '' : toKnots(value).toFixed(1))

/** As in a logbook: 54° 45.120′ N. */
const coordinate = (value: number, letters: readonly [string, string]): string => {
  const thousandths = Math.round(Math.abs(value) * 60_000)
  const minutes = ((thousandths % 60_000) / 1_000).toFixed(3).padStart(6, '0')
  return `${Math.floor(thousandths / 60_000)}° ${minutes}′ ${letters[value < 0 ? 1 : 0]}`
}

const columns: readonly Column[] = [
  { heading: 'time (UTC)', csv: ({ time }) => time, markdown: ({ time }) => time.slice(11, 16) },
  { heading: 'event', csv: ({ kind }) => words[kind] },
  {
    heading: 'text',
    csv: ({ text = '' }) => text,
    markdown: ({ text = '', author }) => (author === undefined ? text : `${text} (${author})`),
  },
  { heading: 'author', csv: ({ author = '' }) => author },
  {
    heading: 'latitude',
    csv: ({ position }) => number(position?.latitude, 5),
    markdown: ({ position }) => (position ? coordinate(position.latitude, ['N', 'S']) : ''),
  },
  {
    heading: 'longitude',
    csv: ({ position }) => number(position?.longitude, 5),
    markdown: ({ position }) => (position ? coordinate(position.longitude, ['E', 'W']) : ''),
  },
  { heading: 'course (° true)', csv: ({ course }) => bearing(course) },
  { heading: 'speed (kn)', csv: (entry) => speed(entry.speed) },
  { heading: 'wind from (° true)', csv: ({ windDirection }) => bearing(windDirection) },
  { heading: 'wind (kn)', csv: ({ windSpeed }) => speed(windSpeed) },
  {
    heading: 'pressure (hPa)',
    csv: ({ pressure }) => (pressure === undefined ? '' : (pressure / 100).toFixed(1)),
  },
  { heading: 'depth (m)', csv: ({ depth }) => number(depth, 1) },
  { heading: 'depth from', csv: ({ depthFrom = '' }) => depthFrom },
]

/** A program for tables takes a cell that starts so for a formula. */
const formula = /^[=+@\t\r]|^-(?![0-9.]+$)/

const csvCell = (text: string): string => {
  const safe = formula.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The entries as RFC 4180: one line each, with the headings first. */
export const logbookCsv = (days: readonly LogbookDay[]): string => {
  const lines = days.flatMap(({ entries }) => entries.map((entry) => columns.map(({ csv }) => csv(entry))))
  return [columns.map(({ heading }) => heading), ...lines]
    .map((cells) => `${cells.map(csvCell).join(',')}\r\n`)
    .join('')
}

const markdownCell = (text: string): string =>
  text.replaceAll(/[\\|*_`<>[\]]/g, String.raw`\$&`).replaceAll(/\s+/g, ' ')

const inMarkdown = columns.filter(({ heading }) => heading !== 'author' && heading !== 'depth from')

const hours = (seconds: number): string => {
  const minutes = Math.round(seconds / 60)
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')} h`
}

const totalsLine = (figures: TripFigures): string =>
  [
    `Distance ${toNauticalMiles(figures.distance).toFixed(1)} NM`,
    `under way ${hours(figures.underWay)}`,
    ...(figures.unknown > 0 ? [`unknown ${hours(figures.unknown)}`] : []),
    `engine ${hours(figures.engine)}`,
    ...(figures.averageSpeed === null ? [] : [`mean ${speed(figures.averageSpeed)} kn`]),
    ...(figures.maximumSpeed === null ? [] : [`maximum ${speed(figures.maximumSpeed)} kn`]),
  ].join(', ')

const markdownDay = ({ day, totals, entries }: LogbookDay): string => {
  const rows = [
    inMarkdown.map(({ heading }) => heading),
    inMarkdown.map(() => '---'),
    ...entries.map((entry) => inMarkdown.map(({ csv, markdown = csv }) => markdownCell(markdown(entry)))),
  ]
  const table = rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
  return `## ${day}\n\n${totals === null ? '' : `${totalsLine(totals)}.\n\n`}${table}\n`
}

/** The entries as a document with one table per day. */
export const logbookMarkdown = (days: readonly LogbookDay[]): string =>
  `# Logbook\n\n${days.length === 0 ? 'No entries.\n' : days.map(markdownDay).join('\n')}`
