import { AngleRequest, Type } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { route } from './route.ts'

// `@ts-expect-error` marks code that must not compile; the compiler reports an error when it does.

const shape = {
  method: 'GET',
  path: '/',
  operationId: 'nothing',
  summary: 'Nothing',
  responses: { 200: { description: 'Nothing' } },
  handle: () => undefined,
} as const

test('a route without a scope, or with an unknown scope, does not compile', () => {
  // @ts-expect-error -- the scope is required
  route(shape)
  // @ts-expect-error -- the scope does not exist
  route({ ...shape, scope: 'everything' })
  assert.equal(route({ ...shape, scope: 'read' }).scope, 'read')
})

test('a route with an unknown problem code does not compile', () => {
  // @ts-expect-error -- codes are a closed list
  route({ ...shape, scope: 'read', problems: ['bad-luck'] })
  assert.ok(true)
})

test('the request of a handler has the types of the route schemas', () => {
  const made = route({
    ...shape,
    scope: 'read',
    body: AngleRequest,
    params: Type.Object({ id: Type.String() }),
    handle: ({ body, params }) => {
      const value: number = body.value
      const id: string = params.id
      // @ts-expect-error -- a number is not a string
      const text: string = body.value
      return { value, id, text }
    },
  })
  assert.equal(made.body, AngleRequest)
})
