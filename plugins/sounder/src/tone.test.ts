import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toneOf, toneSeconds } from './tone.ts'

/** The loudest sample between two times in seconds, 0 to 1. */
const loudest = (wav: Buffer, from: number, to: number): number => {
  const rate = wav.readUInt32LE(24)
  let most = 0
  for (let index = Math.round(from * rate); index < Math.round(to * rate); index++)
    most = Math.max(most, Math.abs(wav.readInt16LE(44 + index * 2)) / 32_767)
  return most
}

test('a tone is a sound file of ten seconds', () => {
  const wav = toneOf('alarm', 1)
  assert.equal(wav.toString('latin1', 0, 4), 'RIFF')
  assert.equal(wav.readUInt32LE(4), wav.length - 8)
  assert.equal(wav.readUInt32LE(40), wav.length - 44)
  assert.equal((wav.length - 44) / wav.readUInt32LE(28), toneSeconds)
})

test('an alarm pulses with pauses, an emergency has none', () => {
  const [alarm, emergency] = [toneOf('alarm', 1), toneOf('emergency', 1)]
  assert.ok(loudest(alarm, 0.05, 0.15) > 0.7)
  assert.equal(loudest(alarm, 1, 1.9), 0)
  for (let at = 0.1; at < 9; at += 0.5) assert.ok(loudest(emergency, at, at + 0.1) > 0.7, `at ${at} s`)
})

test('the volume limits the tone', () => {
  const half = loudest(toneOf('emergency', 0.5), 0, 1)
  assert.ok(half > 0.3 && half <= 0.5, String(half))
})
