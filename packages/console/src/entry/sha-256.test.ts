import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { sha256 } from './sha-256.ts'

test('the digest that stands in for the browser’s own is SHA-256', () => {
  for (let length = 0; length <= 200; length++) {
    const bytes = randomBytes(length)
    const digest = createHash('sha256').update(bytes).digest('hex')
    assert.equal(Buffer.from(sha256(bytes)).toString('hex'), digest, `${length} bytes`)
  }
})
