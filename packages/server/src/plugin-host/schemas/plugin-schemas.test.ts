import { checkOf, type Fault } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PluginSchemas } from './plugin-schemas.ts'
import type { SchemaQuestion } from './schema-question.ts'

const settings = { type: 'object', properties: { a: { type: 'string', pattern: '^a+$', default: 'aa' } } }
const manifest = {
  name: 'gauge',
  version: '1.0.0',
  description: 'x',
  actions: { reset: { description: 'x' }, fill: { description: 'x', input: settings } },
}

class RecordedChecks {
  readonly questions: SchemaQuestion[] = []

  faults(question: SchemaQuestion): Promise<readonly Fault[]> {
    this.questions.push(question)
    return Promise.resolve(checkOf(question.schema).faults(question.value))
  }
}

test('checks what a foreign schema describes in the process for it', async () => {
  const checks = new RecordedChecks()
  const schemas = new PluginSchemas('folder', checks)
  await schemas.checkSettings(settings, {})
  assert.deepEqual(checks.questions, [{ schema: settings, value: { a: 'aa' } }])
  await assert.rejects(schemas.checkSettings(settings, { a: 'b' }), /\/a: must match pattern "\^a\+\$"/)
  await assert.rejects(schemas.checkEntered(settings, { b: 1 }), /\/b: is not a known member/)
  await assert.rejects(schemas.checkInput(manifest, { action: 'fill', input: { a: 'b' } }), {
    code: 'invalid-body',
  })
  assert.equal(checks.questions.length, 4)
})

test('checks without that process what the product itself describes', async () => {
  const checks = new RecordedChecks()
  const schemas = new PluginSchemas('first-party', checks)
  await schemas.checkSettings(settings, {})
  await assert.rejects(schemas.checkSettings(settings, { a: 'b' }), { code: 'invalid-settings' })
  const foreign = new PluginSchemas('given', checks)
  await foreign.checkSettings(undefined, {})
  await assert.rejects(foreign.checkInput(manifest, { action: 'reset', input: { a: 1 } }), {
    code: 'invalid-body',
  })
  await assert.rejects(foreign.checkInput(manifest, { action: 'constructor', input: {} }), {
    code: 'not-found',
  })
  assert.deepEqual(checks.questions, [])
})
