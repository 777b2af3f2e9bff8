import type { Delta } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeLive, encodeLive } from './bodies.ts'
import { LiveDecoder, LiveEncoder } from './live.ts'

const start = Date.UTC(2026, 5, 1)
const timestamp = (seconds: number): string => new Date(start + seconds * 1_000).toISOString()

const at = (seconds: number, values: Readonly<Record<string, unknown>>, $source = 'bus.1'): Delta => ({
  updates: [
    {
      $source,
      timestamp: timestamp(seconds),
      values: Object.entries(values).map(([path, value]) => ({ path, value })),
    },
  ],
})

const received = (decoder: LiveDecoder, bodies: readonly Uint8Array[]): Delta[] =>
  bodies.map((body) => {
    const { delta, alone } = decoder.decode(body)
    assert.deepEqual(decodeLive(alone), delta)
    return delta
  })

test('values are named once, and are short afterwards', () => {
  const [encoder, decoder] = [new LiveEncoder(), new LiveDecoder()]
  const first = at(0, {
    'navigation.position': { latitude: 50.5, longitude: -3.5 },
    name: 'Aava',
    depth: 3.2,
  })
  assert.deepEqual(received(decoder, encoder.encode(first)), [first])
  const second = at(10, { 'navigation.position': { latitude: 50.5000012, longitude: -3.5 }, depth: 3.25 })
  const bodies = encoder.encode(second)
  assert.ok((bodies[0]?.length ?? 99) < 12 && bodies.length === 1)
  assert.deepEqual(received(decoder, bodies), [second])
  assert.deepEqual(encoder.encode(at(20, { depth: 3.25 })), [])
})

test('texts, unknown values and new sources are sent by name, and numbers go on after them', () => {
  const [encoder, decoder] = [new LiveEncoder(), new LiveDecoder()]
  received(decoder, encoder.encode(at(0, { depth: 3.2, speed: 1 })))
  const unknown = at(10, { depth: null })
  assert.deepEqual(received(decoder, encoder.encode(unknown)), [unknown])
  const both = received(decoder, encoder.encode(at(20, { depth: 4, state: 'moored' })))
  assert.deepEqual(both, [at(20, { depth: 4 }), at(20, { state: 'moored' })])
  const other = at(30, { depth: 5 }, 'bus.2')
  assert.deepEqual(received(decoder, encoder.encode(other)), [other])
})

test('values without a source stay without one', () => {
  const [encoder, decoder] = [new LiveEncoder(), new LiveDecoder()]
  const without = (seconds: number, depth: number): Delta => ({
    updates: [{ timestamp: timestamp(seconds), values: [{ path: 'depth', value: depth }] }],
  })
  received(decoder, encoder.encode(without(0, 3)))
  assert.deepEqual(received(decoder, encoder.encode(without(10, 4))), [without(10, 4)])
})

test('random values arrive within a millionth of their first size, over 2,000 frames', () => {
  const [encoder, decoder] = [new LiveEncoder(), new LiveDecoder()]
  const scales = [1e-6, 0.01, 1, 30, 101_300, 3e6]
  const latest = scales.map(() => 0)
  for (let frame = 0; frame < 2_000; frame++) {
    const values = scales.map((scale) => scale * (1 + Math.sin(frame * scale) / 2))
    const sent = at(frame, Object.fromEntries(values.map((value, index) => [`p${index}`, value])))
    for (const { updates } of received(decoder, encoder.encode(sent)))
      for (const { path, value } of updates.flatMap((update) => update.values ?? []))
        latest[Number(path.slice(1))] = Number(value)
    for (const [index, value] of values.entries())
      assert.ok(Math.abs((latest[index] ?? 0) - value) <= 1e-5 * (scales[index] ?? 0), `${value}`)
  }
})

test('a body that is no live values is refused', () => {
  const decoder = new LiveDecoder()
  for (const body of [
    [],
    [7],
    [1, 0, 0, 2],
    [1],
    [0, 1, 2],
    [1, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1],
  ])
    assert.throws(() => decoder.decode(Uint8Array.from(body)), /Not /, JSON.stringify(body))
  const alone = encodeLive(at(0, { depth: 3 }))
  assert.equal(decoder.decode(alone).alone, alone)
})

test('refuses values that are too long for the fleet', () => {
  const [encoder, decoder] = [new LiveEncoder(), new LiveDecoder()]
  const random = randomText()
  const paths = Array.from({ length: 3_900 }, () => random(200))
  const all = (value: number): Delta => at(value, Object.fromEntries(paths.map((path) => [path, value])))
  for (let first = 0; first < paths.length; first += 300) {
    const some = Object.fromEntries(paths.slice(first, first + 300).map((path) => [path, 1]))
    received(decoder, encoder.encode(at(0, some)))
  }
  const [short = new Uint8Array()] = encoder.encode(all(2))
  assert.ok(short.length < 20_000)
  assert.throws(() => decoder.decode(short), /too long/)
})

/** Texts that cannot be packed, the same in each run. */
const randomText = (): ((length: number) => string) => {
  let state = 1
  const letter = (): string => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return String.fromCharCode(97 + ((state >>> 16) % 26))
  }
  return (length) => Array.from({ length }, letter).join('')
}
