import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sizeTable } from '../scripts/tests/size-table.ts'

const file = 'chart'

test('the table has a line for each check and a column for each size', () => {
  const lines = sizeTable([
    { file, title: 'C1 phone, night: the map is loaded', hasPassed: true },
    { file, title: 'C1 320×568, night: the map is loaded', hasPassed: false },
    { file, title: 'a tack goes through the wind (320×568, night)', hasPassed: true },
    { file, title: 'details are saved: 320×568, night', hasPassed: true },
    { file, title: 'a phone has four graphs', hasPassed: true },
  ])
  assert.deepEqual(
    lines.map((line) => line.trim().split(/\s{2,}/)),
    [
      ['check', '320×568', '390×844'],
      ['chart C1: the map is loaded', 'FAIL', 'ok'],
      ['chart a tack goes through the wind', 'ok', '–'],
      ['chart details are saved', 'ok', '–'],
    ],
  )
})

test('a check that failed by night has failed', () => {
  const [, line] = sizeTable([
    { file, title: 'G3 tablet, day: it fits', hasPassed: true },
    { file, title: 'G3 tablet, night: it fits', hasPassed: false },
    { file, title: 'G3 tablet, red: it fits', hasPassed: true },
  ])
  assert.match(line ?? '', /FAIL$/)
})
