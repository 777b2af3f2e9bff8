import { serverActor } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FamilySwitch } from './family-switch.ts'

const stored = (wanted: boolean) => ({ load: () => wanted, save: () => Promise.resolve() })

test('a choice that was stored does not stop a server whose own addresses have the word of the family', async () => {
  const family = new FamilySwitch({ setting: undefined, isWordTaken: true, store: stored(true) })
  assert.deepEqual(family.view, { open: false, wanted: false, fixed: true })
  await assert.rejects(family.set(true, serverActor), { code: 'fixed-by-settings', message: /productWord/ })
})

test('a choice that cannot be stored is not shown', async () => {
  const failing = { load: () => false, save: () => Promise.reject(new Error('disk full')) }
  const family = new FamilySwitch({ setting: undefined, isWordTaken: false, store: failing })
  await assert.rejects(family.set(true, serverActor), /disk full/)
  assert.deepEqual(family.view, { open: false, wanted: false, fixed: false })
})
