import assert from 'node:assert/strict'
import { test, after } from 'node:test'
import { de } from './de.ts'
import { enScreens } from './en-screens.ts'
import { en as first, type Dictionary } from './en.ts'
import { t as tOfScreens } from './screen-words.ts'
import { languageOf, setLanguage, t, dateText, momentText, setTimeFormat, timeOfDay } from './words.ts'

const en: Dictionary = { ...first, ...enScreens }

const fillings = (text: string): string[] =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).toSorted()

test('every text exists in both languages, with the same placeholders', () => {
  assert.deepEqual(Object.keys(de).toSorted(), Object.keys(en).toSorted())
  for (const key of Object.keys(en) as (keyof Dictionary)[])
    assert.deepEqual(fillings(de[key]), fillings(en[key]), key)
})

test('no text is empty', () => {
  for (const [key, text] of [...Object.entries(en), ...Object.entries(de)])
    assert.notEqual(text.trim(), '', key)
})

test('each plugin state has a text of its own', () => {
  for (const dictionary of [en, de]) {
    const states = Object.entries(dictionary).filter(([key]) => key.startsWith('devices.state.'))
    assert.ok(states.length >= 8)
    assert.equal(new Set(states.map(([, text]) => text.toLowerCase())).size, states.length)
  }
})

test('placeholders are filled in, and missing ones stay visible', () => {
  assert.equal(t('link.lost', { seconds: 12 }), 'LOST 12 s')
  assert.equal(t('link.lost'), 'LOST {seconds} s')
})

test('the language is the chosen one, or the first supported one of the device', () => {
  assert.equal(languageOf('de', ['en-GB']), 'de')
  assert.equal(languageOf('auto', ['fi-FI', 'de-AT', 'en']), 'de')
  assert.equal(languageOf('auto', ['fi-FI']), 'en')
})

test('after switching, every text is in that language', async () => {
  await setLanguage('de')
  assert.equal(t('screen.anchor'), 'Anker')
  assert.equal(tOfScreens('anchor.none'), de['anchor.none'])
  await setLanguage('en')
  assert.equal(t('screen.anchor'), 'Anchor')
  assert.equal(tOfScreens('anchor.none'), 'No anchor watch')
})

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
