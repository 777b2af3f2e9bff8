import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { sha256 } from './sha-256.ts'

test('the fallback digest equals SHA-256', () => {
  for (let length = 0; length <= 200; length++) {
    const bytes = randomBytes(length)
    const digest = createHash('sha256').update(bytes).digest('hex')
    assert.equal(Buffer.from(sha256(bytes)).toString('hex'), digest, `${length} bytes`)
  }
})
