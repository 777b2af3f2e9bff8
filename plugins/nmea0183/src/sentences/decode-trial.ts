import assert from 'node:assert/strict'
import type { Milliseconds } from './units.ts'
import { SentenceDecoder, type DecodedValues, type DecoderOptions } from './decode.ts'
import { parseSentence } from './sentence.ts'

/** A clock that stands until it is told to go on. */
export class HeldClock {
  #time: Milliseconds = 1_000.5

  now(): Milliseconds {
    return this.#time
  }

  pass(time: Milliseconds): void {
    this.#time += time
  }
}

/** A whole line from what stands between `$` and `*`. */
export const withChecksum = (body: string, start = '$'): string => {
  const sum = body.split('').reduce((before, letter) => before ^ letter.charCodeAt(0), 0)
  return `${start}${body}*${sum.toString(16).toUpperCase().padStart(2, '0')}`
}

/** One line of a boat, heard sentence by sentence. */
export class DecodeTrial {
  readonly clock = new HeldClock()
  readonly decoder: SentenceDecoder

  constructor(options?: DecoderOptions) {
    this.decoder = new SentenceDecoder(this.clock, options)
  }

  /** What a line says; the line has to be whole. */
  hear(line: string): readonly DecodedValues[] {
    const sentence = parseSentence(line)
    assert.ok(!('fault' in sentence), `${line} is no sentence`)
    return this.decoder.decode(sentence)
  }

  /** What a sentence says, given without its checksum. */
  say(body: string): readonly DecodedValues[] {
    return this.hear(withChecksum(body))
  }
}

const sameNumber = (actual: unknown, expected: number): boolean =>
  typeof actual === 'number' && Math.abs(actual - expected) <= 1e-9 * Math.max(1, Math.abs(expected))

const compare = (actual: unknown, expected: unknown, path: string): void => {
  if (typeof expected === 'number') {
    assert.ok(sameNumber(actual, expected), `${path} is ${String(actual)} and not ${expected}`)
  } else if (typeof expected === 'object' && expected !== null) {
    assert.ok(typeof actual === 'object' && actual !== null, `${path} is ${String(actual)}`)
    assert.deepEqual(Object.keys(actual).toSorted(), Object.keys(expected).toSorted(), path)
    for (const [key, value] of Object.entries(expected))
      compare((actual as Record<string, unknown>)[key], value, `${path}.${key}`)
  } else {
    assert.equal(actual, expected, path)
  }
}

/** The same members; numbers may differ by the last digits. */
export const assertSays = (heard: readonly DecodedValues[], expected: DecodedValues['values']): void => {
  assert.equal(heard.length, 1, 'it says nothing, or too much')
  compare(heard[0]?.values, expected, 'values')
}
