import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { dateText, momentText, tellTimes, timeOfDay } from './times.ts'

const at = Date.parse('2026-03-12T14:02:09Z')
const dayMs = 86_400_000

after(() => tellTimes({ clock: 'local', language: 'en' }))

test('by UTC, a time says so, and counts 24 hours', () => {
  tellTimes({ clock: 'utc', language: 'en' })
  assert.equal(timeOfDay(at), '14:02 UTC')
  assert.equal(timeOfDay(at, 'second'), '14:02:09 UTC')
  assert.equal(timeOfDay(Date.parse('2026-03-12T00:07:00Z')), '00:07 UTC')
})

test('by the clock on the wall, it says no zone', () => {
  tellTimes({ clock: 'local', language: 'de' })
  assert.match(timeOfDay(at), /^\d\d:02$/)
})

test('today needs no date, and another day has one in the language of the page', () => {
  tellTimes({ clock: 'utc', language: 'en' })
  assert.equal(momentText(at, at + 3_600_000), '14:02 UTC')
  assert.equal(momentText(at, at + dayMs), '12 Mar, 14:02 UTC')
  tellTimes({ clock: 'utc', language: 'de' })
  assert.equal(momentText(at, at + dayMs), '12. März, 14:02 UTC')
  assert.equal(momentText(at, at + 365 * dayMs), '12. März 2026, 14:02 UTC')
  assert.equal(dateText(at), '12. März')
})

test('a moment that is none is told as nothing', () => {
  assert.equal(dateText(Number.NaN), '')
})
