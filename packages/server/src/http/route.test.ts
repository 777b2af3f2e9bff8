import { AngleRequest, Type } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { route } from './route.ts'

// What must not compile is marked as such; the compiler complains when it does.

const shape = {
  method: 'GET',
  path: '/',
  operationId: 'nothing',
  summary: 'Nothing',
  responses: { 200: { description: 'Nothing' } },
  handle: () => undefined,
} as const

test('a route without a scope, or with one that nobody knows, does not compile', () => {
  // @ts-expect-error -- nothing is reachable without a scope
  route(shape)
  // @ts-expect-error -- a scope is one of those that exist
  route({ ...shape, scope: 'everything' })
  assert.equal(route({ ...shape, scope: 'read' }).scope, 'read')
})

test('a problem that is not in the catalogue does not compile', () => {
  // @ts-expect-error -- codes are a closed list
  route({ ...shape, scope: 'read', problems: ['bad-luck'] })
  assert.ok(true)
})

test('a handler sees its request by the schemas of its route', () => {
  const made = route({
    ...shape,
    scope: 'read',
    body: AngleRequest,
    params: Type.Object({ id: Type.String() }),
    handle: ({ body, params }) => {
      const value: number = body.value
      const id: string = params.id
      // @ts-expect-error -- a number is no text
      const text: string = body.value
      return { value, id, text }
    },
  })
  assert.equal(made.body, AngleRequest)
})
