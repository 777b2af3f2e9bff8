import assert from 'node:assert/strict'
import { SentenceDecoder, type DecodedValues, type DecoderOptions } from '#decoding/decode.ts'
import { parseSentence } from '#lines/sentence.ts'
import { withChecksum, type Milliseconds } from '@marinedata/ais'

/** A clock that the test advances. */
export class HeldClock {
  #time: Milliseconds = 1_000.5

  now(): Milliseconds {
    return this.#time
  }

  pass(time: Milliseconds): void {
    this.#time += time
  }
}

/** A decoder that is fed sentence by sentence. */
export class DecodeTrial {
  readonly clock = new HeldClock()
  readonly decoder: SentenceDecoder

  constructor(options?: DecoderOptions) {
    this.decoder = new SentenceDecoder(this.clock, options)
  }

  /** The values of a complete line. */
  hear(line: string): readonly DecodedValues[] {
    const sentence = parseSentence(line)
    assert.ok(!('fault' in sentence), `${line} is not a valid sentence`)
    return this.decoder.decode(sentence)
  }

  /** The values of a sentence, given without its checksum. */
  say(body: string): readonly DecodedValues[] {
    return this.hear(withChecksum(body))
  }
}

const sameNumber = (actual: unknown, expected: number): boolean =>
  typeof actual === 'number' && Math.abs(actual - expected) <= 1e-9 * Math.max(1, Math.abs(expected))

const compare = (actual: unknown, expected: unknown, path: string): void => {
  if (typeof expected === 'number') {
    assert.ok(sameNumber(actual, expected), `${path} is ${String(actual)}, not ${expected}`)
  } else if (typeof expected === 'object' && expected !== null) {
    assert.ok(typeof actual === 'object' && actual !== null, `${path} is ${String(actual)}`)
    assert.deepEqual(Object.keys(actual).toSorted(), Object.keys(expected).toSorted(), path)
    for (const [key, value] of Object.entries(expected))
      compare((actual as Record<string, unknown>)[key], value, `${path}.${key}`)
  } else {
    assert.equal(actual, expected, path)
  }
}

/** Asserts equal members; numbers may differ in the last digits. */
export const assertSays = (readings: readonly DecodedValues[], expected: DecodedValues['values']): void => {
  assert.equal(readings.length, 1, 'it gives no reading, or several')
  compare(readings[0]?.values, expected, 'values')
}
