import { MarineDataError } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkDeviceId, isDeviceId } from './device-identity.ts'

for (const id of ['Pilot-1', 'a', '7', 'a:b@c.d', 'a_b', 'anchor-watch', 'x'.repeat(128)])
  test(`accepts "${id.slice(0, 16)}" as a device id`, () => {
    assert.ok(isDeviceId(id))
    checkDeviceId(id)
  })

for (const id of ['', 'Pilot 1', 'Piλot', 'a/b', '_x', '_default', 'x'.repeat(129), 'crew', 'Server'])
  test(`rejects "${id.slice(0, 16)}" as a device id with the reason`, () => {
    assert.equal(isDeviceId(id), false)
    assert.throws(
      () => checkDeviceId(id),
      (error) =>
        error instanceof MarineDataError &&
        error.code === 'invalid-message' &&
        error.message.includes(`"${id}" cannot be the id of a device: `),
    )
  })
