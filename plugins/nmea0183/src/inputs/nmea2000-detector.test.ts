import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Nmea2000Detector } from './nmea2000-detector.ts'

const countFound = (pieces: readonly Buffer[]): number => {
  let found = 0
  const detector = new Nmea2000Detector(() => found++)
  for (const piece of pieces) detector.read(piece)
  return found
}

const ngt = Buffer.from('100293130200ff1003', 'hex')

test('detects an Actisense gateway after two messages, however its bytes are split, and reports it once', () => {
  assert.equal(countFound([Buffer.concat([ngt, ngt, ngt])]), 1)
  assert.equal(countFound(Array.from(Buffer.concat([ngt, ngt, ngt]), (byte) => Buffer.of(byte))), 1)
  assert.equal(countFound([ngt]), 0)
})

test('detects an iKonvert', () => {
  assert.equal(countFound([Buffer.from('!PDGY,000000,0,0,1,\r\n!PD'), Buffer.from('GY,1,2\r\n')]), 1)
})

test('does not take sentences for NMEA 2000', () => {
  assert.equal(countFound([Buffer.from('$PDGYA,1*00\r\n!AIVDM,1,1,,A,1,0*00\r\n'.repeat(50))]), 0)
})
