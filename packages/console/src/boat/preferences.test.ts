import assert from 'node:assert/strict'
import { test } from 'node:test'
import { choicesIn, Preferences } from './preferences.ts'

const storage = (text: string | null = null) => {
  let kept = text
  return {
    getItem: () => kept,
    setItem: (_key: string, value: string) => {
      kept = value
    },
    kept: (): unknown => JSON.parse(kept ?? 'null'),
  }
}

test('what was chosen is kept as it changes', () => {
  const place = storage()
  new Preferences(place).of('palette').value = 'night'
  assert.equal(new Preferences(place).of('palette').value, 'night')
})

for (const text of [null, '', 'null', '[]', '{', '{"palette":5,"brightness":"dark"}', '"x"'])
  test(`${String(text)} in the browser is as good as nothing`, () => {
    const { palette, brightness, units } = choicesIn(text)
    assert.deepEqual([palette, brightness, units], ['auto', 100, 'nautical-metric'])
  })

test('what a later console has kept is left out', () => {
  assert.equal('wings' in choicesIn('{"wings":2,"hand":"left"}'), false)
  assert.equal(choicesIn('{"wings":2,"hand":"left"}').hand, 'left')
})
