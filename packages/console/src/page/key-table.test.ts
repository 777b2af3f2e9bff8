import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keyTable } from './key-table.ts'
import { keyName } from './keys.ts'
import { screenList } from './router.ts'

const letters = 'abcdefghijklmnopqrstuvwxyz'.split('')
const nameOf = (key: string): string => keyName({ key, shiftKey: key !== key.toLowerCase() })
/** The effect of a key, by its name. */
const effectOf = (name: string): string | undefined =>
  keyTable.find(({ keys }) => (keys as readonly string[]).includes(name))?.does

test('every letter does the same with and without Shift or Caps Lock', () => {
  for (const letter of letters) {
    const [small, capital] = [nameOf(letter), nameOf(letter.toUpperCase())]
    assert.equal(small, capital)
    assert.equal(effectOf(small), effectOf(capital))
    // Caps Lock with Shift gives a small letter.
    assert.equal(keyName({ key: letter, shiftKey: true }), small)
  }
})

test('no key has two meanings, and no letter in the table is a capital', () => {
  const names = keyTable.flatMap(({ keys }) => [...keys] as string[])
  assert.equal(new Set(names.map((name) => name.toLowerCase())).size, names.length)
  for (const name of names) if (name.length === 1) assert.equal(nameOf(name), name)
})

test('the first nine screens have digits, one each, and no digit steers', () => {
  const digits = keyTable.find(({ does }) => does === 'keys.screens')
  assert.ok(digits)
  assert.deepEqual(
    digits.keys,
    screenList.slice(0, 9).map((_, index) => String(index + 1)),
  )
  for (const { keys, effect } of keyTable)
    if (effect === 'steers') for (const key of keys) assert.doesNotMatch(key, /^\d$/)
})

test('a key is named by its small letter or sign, with Shift only for keys without one', () => {
  assert.equal(keyName({ key: 'ArrowLeft', shiftKey: true }), 'Shift+ArrowLeft')
  assert.equal(keyName({ key: 'D', shiftKey: true }), 'd')
  assert.equal(keyName({ key: ' ', shiftKey: false }), ' ')
})
