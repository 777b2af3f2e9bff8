import assert from 'node:assert/strict'
import { test } from 'node:test'
import { t as tOfAnchor } from './anchor.ts'
import { de } from './de.ts'
import { en as always, type Dictionary } from './en.ts'
import { anchor } from './en/anchor.ts'
import { chart } from './en/chart.ts'
import { people } from './en/people.ts'
import { workshop } from './en/workshop.ts'
import { languageOf, speak, t } from './words.ts'

const en: Dictionary = { ...always, ...anchor, ...chart, ...people, ...workshop }

const fillings = (text: string): string[] =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).toSorted()

test('every text is there in both languages, with the same fillings', () => {
  assert.deepEqual(Object.keys(de).toSorted(), Object.keys(en).toSorted())
  for (const key of Object.keys(en) as (keyof Dictionary)[])
    assert.deepEqual(fillings(de[key]), fillings(en[key]), key)
})

test('no text is empty', () => {
  for (const [key, text] of [...Object.entries(en), ...Object.entries(de)])
    assert.notEqual(text.trim(), '', key)
})

test('each state of a plugin has words of its own', () => {
  for (const dictionary of [en, de]) {
    const states = Object.entries(dictionary).filter(([key]) => key.startsWith('devices.state.'))
    assert.ok(states.length >= 8)
    assert.equal(new Set(states.map(([, text]) => text.toLowerCase())).size, states.length)
  }
})

test('a text is filled in; what is not given stays to be seen', () => {
  assert.equal(t('link.lost', { seconds: 12 }), 'LOST 12 s')
  assert.equal(t('link.lost'), 'LOST {seconds} s')
})

test('the language is the chosen one, or the first of the device that we have', () => {
  assert.equal(languageOf('de', ['en-GB']), 'de')
  assert.equal(languageOf('auto', ['fi-FI', 'de-AT', 'en']), 'de')
  assert.equal(languageOf('auto', ['fi-FI']), 'en')
})

test('once spoken, every text is in that language', async () => {
  await speak('de')
  assert.equal(t('screen.anchor'), 'Anker')
  assert.equal(tOfAnchor('screen.anchor'), 'Anker')
  assert.equal(tOfAnchor('anchor.none'), de['anchor.none'])
  await speak('en')
  assert.equal(t('screen.anchor'), 'Anchor')
  assert.equal(tOfAnchor('screen.anchor'), 'Anchor')
  assert.equal(tOfAnchor('anchor.none'), 'No anchor watch')
})
