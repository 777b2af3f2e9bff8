import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Preferences } from './preferences.ts'

const storage = (text: string | null = null) => {
  let stored = text
  return {
    getItem: () => stored,
    setItem: (_key: string, value: string) => {
      stored = value
    },
  }
}

test('preferences are saved on every change', () => {
  const place = storage()
  new Preferences(place).of('palette').value = 'night'
  assert.equal(new Preferences(place).of('palette').value, 'night')
})

for (const text of [
  null,
  '',
  'null',
  '[]',
  '{',
  '{"palette":"pink","brightness":2,"units":"furlongs","units.paths":[5]}',
  '"x"',
])
  test(`${String(text)} in the browser counts as no preferences`, () => {
    const preferences = new Preferences(storage(text))
    const found = (['palette', 'brightness', 'units'] as const).map((name) => preferences.of(name).value)
    assert.deepEqual(found, ['auto', 100, 'nautical-metric'])
    assert.equal(preferences.unitsAt('navigation.speedOverGround').speed, 'kn')
  })

test('preferences of a newer console are ignored', () => {
  const { own } = new Preferences(storage('{"wings":2,"hand":"left"}'))
  assert.equal('wings' in own.value, false)
  assert.equal(own.value.hand, 'left')
})

test('a measure or a path can have a unit of its own', () => {
  const preferences = new Preferences(storage())
  preferences.of('units.windSpeed').value = 'm/s'
  assert.deepEqual([preferences.units.value.windSpeed, preferences.units.value.speed], ['m/s', 'kn'])
  preferences.of('units.paths').value = { 'environment.depth.belowKeel': 'ft' }
  assert.equal(preferences.unitsAt('environment.depth.belowKeel').depth, 'ft')
  assert.equal(preferences.unitsAt('environment.depth.belowSurface').depth, 'm')
})

test('an unknown unit is ignored', () => {
  const preferences = new Preferences(storage())
  preferences.of('units.paths').value = { 'environment.depth.belowKeel': 'fathoms' }
  assert.deepEqual(preferences.unitsAt('environment.depth.belowKeel'), preferences.units.value)
})

test('user preferences reset for another user, device preferences stay', () => {
  const place = storage()
  const preferences = new Preferences(place)
  preferences.belongTo('Anna')
  preferences.of('language').value = 'de'
  preferences.of('palette').value = 'red'
  new Preferences(place).belongTo('Anna')
  assert.equal(new Preferences(place).of('language').value, 'de')
  const next = new Preferences(place)
  next.belongTo('Ben')
  assert.deepEqual([next.of('language').value, next.of('palette').value], ['auto', 'red'])
})
