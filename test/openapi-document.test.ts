import * as model from '@marinedata/model'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { schemaExamples } from '../packages/server/src/http/documents/schema-examples.ts'
import { referredName, type OpenApiDocument } from '../scripts/console/openapi-document.ts'

const file = join(import.meta.dirname, '..', 'docs/openapi.json')
// `npm run openapi` writes this document.
const document = JSON.parse(readFileSync(file, 'utf8')) as OpenApiDocument & {
  readonly servers: readonly unknown[]
  readonly components: {
    readonly securitySchemes: object
    readonly schemas: Readonly<Record<string, object>>
  }
}
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))

test('every example fits its schema', () => {
  for (const [name, example] of Object.entries(schemaExamples)) {
    const schema = (model as Readonly<Record<string, unknown>>)[name] as model.TSchema | undefined
    assert.ok(schema !== undefined, `there is no schema ${name}`)
    assert.deepEqual(model.checkOf(schema).faults(example), [], name)
  }
})

test('every body of a request has an example, and so have problems', () => {
  const schemas = operations.flatMap(
    ({ requestBody }) => requestBody?.content['application/json']?.schema ?? [],
  )
  // The input of an action of a plugin is described by the plugin.
  const names = schemas.flatMap(({ $ref }) => ($ref === undefined ? [] : [referredName($ref)]))
  assert.ok(names.length > 30)
  for (const name of [...names, 'Problem'])
    assert.ok('examples' in (document.components.schemas[name] ?? {}), `${name} has no example`)
})

test('every operation says who may use it, and every problem that it declares is a response', () => {
  assert.equal(document.servers.length, 1)
  assert.deepEqual(Object.keys(document.components.securitySchemes), ['token', 'session'])
  for (const operation of operations) {
    const { operationId, responses, 'x-scope': scope, 'x-problems': codes } = operation
    const { security } = operation as unknown as { readonly security: readonly object[] }
    assert.equal(security.length, scope === 'public' ? 0 : 2, operationId)
    for (const code of codes) {
      const status = document['x-problems'][code]?.status
      assert.ok(responses[String(status)]?.description.includes(code), `${operationId}: ${code}`)
    }
    assert.ok(
      Object.keys(responses).some((status) => status.startsWith('4')),
      operationId,
    )
  }
})
