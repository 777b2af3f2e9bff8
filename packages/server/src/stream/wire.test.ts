import fc from 'fast-check'
import assert from 'node:assert/strict'
import type { Writable } from 'node:stream'
import { test } from 'node:test'
import * as ws from 'ws'
import { latin1WireOf, wireOf } from './wire.ts'

// The parser of `ws` is exported but has no types.
const { Receiver } = ws as unknown as { readonly Receiver: new () => Writable }

/** Parses the bytes as a `ws` client would, in two parts. */
const parsed = async (wire: Buffer, cutAt = wire.length): Promise<string[]> => {
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

test('encodes texts of every length, including those at which the header size changes', async () => {
  const lengths = [0, 1, 125, 126, 127, 65_535, 65_536, 65_537, 1_000_000]
  const texts = lengths.map((length) => 'x'.repeat(length))
  assert.deepEqual(await parsed(wireOf(texts)), texts)
})

test('measures texts beyond ASCII in bytes', async () => {
  const texts = ['Müritz', '東京湾'.repeat(42), '⛵'.repeat(21_845), '𝄞', '']
  assert.deepEqual(await parsed(wireOf(texts)), texts)
})

test('encodes no texts to no bytes', () => {
  assert.equal(wireOf([]).length, 0)
})

test('any texts arrive in order, wherever the network splits them', async () => {
  const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ minLength: 100, maxLength: 200 }))
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 5 }), fc.nat(), async (texts, cut) => {
      const wire = wireOf(texts)
      assert.deepEqual(await parsed(wire, cut % wire.length), texts)
    }),
  )
})

test('latin1WireOf gives the same bytes for ASCII texts', () => {
  for (const length of [0, 1, 125, 126, 65_535, 65_536]) {
    const texts = ['{"a":1}', 'x'.repeat(length)]
    assert.deepEqual(Buffer.from(latin1WireOf(texts), 'latin1'), wireOf(texts))
  }
})
