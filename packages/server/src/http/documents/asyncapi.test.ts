import { checkOf, streamChannels } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asyncApiDocument } from './asyncapi.ts'

interface Document {
  readonly asyncapi: string
  readonly channels: Readonly<Record<string, { readonly address: string; readonly messages: object }>>
  readonly operations: Readonly<Record<string, { readonly action: string; readonly messages: object[] }>>
  readonly components: {
    readonly messages: Readonly<Record<string, { readonly payload: object; readonly examples: object[] }>>
    readonly schemas: object
  }
}

const document = asyncApiDocument({ productWord: 'seadata', version: '1.2.3' }) as unknown as Document

test('describes each WebSocket at its address, with what the server sends and receives', () => {
  assert.equal(document.asyncapi, '3.0.0')
  assert.deepEqual(
    Object.values(document.channels).map(({ address }) => address),
    ['/seadata/v1/stream', '/seadata/v1/playback'],
  )
  const actions = Object.entries(document.operations).map(([name, { action }]) => `${action} ${name}`)
  assert.deepEqual(actions, [
    'send stream-send',
    'receive stream-subscribe',
    'receive stream-unsubscribe',
    'receive stream-sendValues',
    'receive stream-put',
    'send playback-send',
    'receive playback-subscribe',
    'receive playback-unsubscribe',
    'receive playback-control',
  ])
})

test('every reference leads to a part of the document', () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(
    ([, path = '']) => path,
  )
  assert.ok(references.length > 20)
  for (const path of references) {
    let part: unknown = document
    for (const name of path.split('/')) part = (part as Record<string, unknown> | undefined)?.[name]
    assert.ok(part !== undefined, path)
  }
})

test('every example fits the schema of its message', () => {
  let count = 0
  for (const { fromServer, fromClient } of streamChannels)
    for (const [name, { schema, examples }] of Object.entries({ ...fromServer, ...fromClient })) {
      assert.ok(examples.length > 0, name)
      for (const example of examples) assert.deepEqual(checkOf(schema).faults(example), [], name)
      assert.deepEqual(
        document.components.messages[name]?.examples,
        examples.map((payload) => ({ payload })),
      )
      count++
    }
  assert.equal(count, 18)
})
