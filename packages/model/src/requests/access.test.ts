import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkOf } from '#faults.ts'
import { HolderName } from './access.ts'

const check = checkOf(HolderName)

test('accepts names of people and devices in every script', () => {
  for (const name of ['A', 'Anna Lind', 'bilge-sensor', 'Åsa', 'דנה', 'x'.repeat(64)])
    assert.deepEqual(check.faults(name), [], name)
})

test('rejects names with characters that hide, move or reverse the text around them', () => {
  const hostile = [
    'plotter\u202E',
    '\u202Aplotter',
    'plot\u2066ter',
    'plotter\u2069',
    'plot\u0007ter',
    'plot\u009Bter',
  ]
  for (const name of [...hostile, ' plotter', 'plotter ', '', 'x'.repeat(65)])
    assert.notEqual(check.faults(name).length, 0, JSON.stringify(name))
})
