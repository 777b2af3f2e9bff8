import type { LogbookDay, LogbookPage } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { logbookCsv, logbookMarkdown } from './logbook-export.ts'
import { LogbookView } from './logbook-view.ts'

const figures = {
  distance: 18_520,
  underWay: 7_200,
  unknown: 600,
  engine: 1_800,
  averageSpeed: 2.57,
  maximumSpeed: 3.6,
}
const pageOf = (id: string, day: string, texts: readonly string[]): LogbookPage => ({
  id,
  name: id,
  day,
  entries: texts.map((text) => ({ time: `${day}T10:00:00.000Z`, kind: 'note', text })),
})
const trip = {
  id: 'trip',
  name: 'Trip',
  since: '2026-07-01T08:00:00.000Z',
  figures,
  isUnderWay: true,
  removed: { entries: 3, until: '2026-06-30' },
}

test('the parts of a day are one day, in the order of their numbers', () => {
  const pages = [
    pageOf('2026-07-02', '2026-07-02', ['last']),
    pageOf('2026-07-01.10', '2026-07-01', ['third']),
    pageOf('2026-07-01.2', '2026-07-01', ['second']),
    { ...pageOf('2026-07-01', '2026-07-01', ['first']), totals: figures },
  ]
  const view = new LogbookView([...pages, trip, { id: 'something else' }])
  assert.deepEqual(
    view.day('2026-07-01').entries.map(({ text }) => text),
    ['first', 'second', 'third'],
  )
  assert.deepEqual(view.summary.days, [
    { day: '2026-07-02', entries: 1, totals: null },
    { day: '2026-07-01', entries: 3, totals: figures },
  ])
  assert.deepEqual(view.summary.removed, { entries: 3, until: '2026-06-30' })
  assert.throws(() => view.day('2026-07-03'), { code: 'not-found' })
})

test('without the plugin there is no trip', () => {
  assert.deepEqual(new LogbookView([]).summary, { trip: null, days: [], removed: null })
})

const day: LogbookDay = {
  day: '2026-07-01',
  totals: figures,
  entries: [
    {
      time: '2026-07-01T10:00:00.000Z',
      kind: 'note',
      text: 'Reef 1, "all well" | *tea*',
      author: 'Anna',
      position: { latitude: -54.752, longitude: 2.999996 },
      course: 6.28,
      speed: 3.09,
      windDirection: 4.712,
      windSpeed: 6,
      pressure: 101_325,
      depth: 32.1,
      depthFrom: 'keel',
    },
    { time: '2026-07-01T11:00:00.000Z', kind: 'note', text: '=HYPERLINK("x")' },
  ],
}

test('CSV has a line per entry; commas and quotes are quoted, and no cell is a formula', () => {
  const [headings, first, second] = logbookCsv([day]).split('\r\n')
  assert.match(headings ?? '', /^time \(UTC\),event,text,author,latitude,/)
  assert.equal(
    first,
    '2026-07-01T10:00:00.000Z,Note,"Reef 1, ""all well"" | *tea*",Anna,-54.75200,3.00000,0,6.0,270,11.7,1013.3,32.1,keel',
  )
  assert.equal(second, `2026-07-01T11:00:00.000Z,Note,"'=HYPERLINK(""x"")",,,,,,,,,,`)
})

test('Markdown has a table per day, with its totals and escaped texts', () => {
  const text = logbookMarkdown([day])
  assert.match(
    text,
    /^# Logbook\n\n## 2026-07-01\n\nDistance 10\.0 NM, under way 2:00 h, unknown 0:10 h, engine/,
  )
  assert.ok(
    text.includes(
      String.raw`| 10:00 | Note | Reef 1, "all well" \| \*tea\* (Anna) | 54° 45.120′ S | 3° 00.000′ E | 0 |`,
    ),
    text,
  )
  assert.equal(logbookMarkdown([]), '# Logbook\n\nNo entries.\n')
})
