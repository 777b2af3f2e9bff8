import assert from 'node:assert/strict'
import { test } from 'node:test'
import { de } from './de.ts'
import { en as first, type Dictionary } from './en.ts'
import { enScreens } from './en-screens.ts'
import { t as tOfScreens } from './screen-words.ts'
import { languageOf, setLanguage, t } from './words.ts'

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
