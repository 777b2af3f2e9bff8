import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hiddenSecret, hideSecrets, restoreSecrets } from './secret-settings.ts'

const schema = {
  type: 'object',
  properties: { server: { type: 'string' }, password: { type: 'string', secret: true } },
}
const saved = { server: 'mail.example', password: 'seven grey seals' }

test('a saved secret is not shown, everything else is', () => {
  assert.deepEqual(hideSecrets(schema, saved), { server: 'mail.example', password: hiddenSecret })
  assert.deepEqual(hideSecrets(schema, { server: 'mail.example' }), { server: 'mail.example' })
})

test('a secret that is sent back hidden stays, a new one replaces it, and a missing one is removed', () => {
  const changed = { server: 'other.example', password: hiddenSecret }
  assert.deepEqual(restoreSecrets(schema, changed, saved), { ...saved, server: 'other.example' })
  assert.deepEqual(restoreSecrets(schema, { password: 'new' }, saved), { password: 'new' })
  assert.deepEqual(restoreSecrets(schema, {}, saved), {})
  assert.deepEqual(restoreSecrets(schema, { password: hiddenSecret }, {}), {})
})

test('without a schema every text may be a secret', () => {
  assert.deepEqual(hideSecrets(undefined, { server: 'mail.example', port: 25 }), {
    server: hiddenSecret,
    port: 25,
  })
})
