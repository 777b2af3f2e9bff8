import fc from 'fast-check'
import assert from 'node:assert/strict'
import type { Writable } from 'node:stream'
import { test } from 'node:test'
import * as ws from 'ws'
import { latin1WireOf, wireOf } from './wire.ts'

// The parser of `ws` is exported but has no types.
const { Receiver } = ws as unknown as { readonly Receiver: new () => Writable }

/** What a client of `ws` would hear of these bytes, cut anywhere. */
const heardOf = async (wire: Buffer, cutAt = wire.length): Promise<string[]> => {
  const receiver = new Receiver()
  const texts: string[] = []
  receiver.on('message', (data: Buffer, isBinary: boolean) => {
    assert.equal(isBinary, false)
    texts.push(data.toString())
  })
  for (const part of [wire.subarray(0, cutAt), wire.subarray(cutAt)])
    await new Promise<void>((resolve, reject) => {
      receiver.write(part, (error) => (error ? reject(error) : resolve()))
    })
  return texts
}

test('texts of every length arrive as they were, around the places where the head changes', async () => {
  const lengths = [0, 1, 125, 126, 127, 65_535, 65_536, 65_537, 1_000_000]
  const texts = lengths.map((length) => 'x'.repeat(length))
  assert.deepEqual(await heardOf(wireOf(texts)), texts)
})

test('texts beyond ASCII are measured in bytes', async () => {
  const texts = ['Müritz', '東京湾'.repeat(42), '⛵'.repeat(21_845), '𝄞', '']
  assert.deepEqual(await heardOf(wireOf(texts)), texts)
})

test('no texts make no bytes', () => {
  assert.equal(wireOf([]).length, 0)
})

test('whatever texts are sent arrive in their order, wherever the line cuts them', async () => {
  const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ minLength: 100, maxLength: 200 }))
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 5 }), fc.nat(), async (texts, cut) => {
      const wire = wireOf(texts)
      assert.deepEqual(await heardOf(wire, cut % wire.length), texts)
    }),
  )
})

test('plain texts give the same bytes by the short way', () => {
  for (const length of [0, 1, 125, 126, 65_535, 65_536]) {
    const texts = ['{"a":1}', 'x'.repeat(length)]
    assert.deepEqual(Buffer.from(latin1WireOf(texts), 'latin1'), wireOf(texts))
  }
})
