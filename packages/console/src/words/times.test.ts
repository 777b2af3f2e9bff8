import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { dateText, momentText, setTimeFormat, timeOfDay } from './times.ts'

const at = Date.parse('2026-03-12T14:02:09Z')
const dayMs = 86_400_000

after(() => setTimeFormat({ clock: 'local', language: 'en' }))

test('a UTC time is marked and has 24 hours', () => {
  setTimeFormat({ clock: 'utc', language: 'en' })
  assert.equal(timeOfDay(at), '14:02 UTC')
  assert.equal(timeOfDay(at, 'second'), '14:02:09 UTC')
  assert.equal(timeOfDay(Date.parse('2026-03-12T00:07:00Z')), '00:07 UTC')
})

test('a local time has no zone', () => {
  setTimeFormat({ clock: 'local', language: 'de' })
  assert.match(timeOfDay(at), /^\d\d:02$/)
})

test('only another day has a date, in the language of the page', () => {
  setTimeFormat({ clock: 'utc', language: 'en' })
  assert.equal(momentText(at, at + 3_600_000), '14:02 UTC')
  assert.equal(momentText(at, at + dayMs), '12 Mar, 14:02 UTC')
  setTimeFormat({ clock: 'utc', language: 'de' })
  assert.equal(momentText(at, at + dayMs), '12. März, 14:02 UTC')
  assert.equal(momentText(at, at + 365 * dayMs), '12. März 2026, 14:02 UTC')
  assert.equal(dateText(at), '12. März')
})

test('an invalid time is shown as an empty text', () => {
  assert.equal(dateText(Number.NaN), '')
})
