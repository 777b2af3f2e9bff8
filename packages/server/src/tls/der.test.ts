import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import * as der from './der.ts'

/** Parses the bytes with the `openssl` command: type and value of each element. */
const parsed = (bytes: Buffer): string[] => {
  const { status, stdout, stderr } = spawnSync('openssl', ['asn1parse', '-inform', 'DER'], { input: bytes })
  assert.equal(status, 0, String(stderr))
  const lines = String(stdout).trimEnd().split('\n')
  return lines.map((line) =>
    line
      .replace(/^.*?(?:prim|cons): /, '')
      .replaceAll(/ +/g, ' ')
      .trim(),
  )
}

test('encodes integers with the fewest bytes, and never as negative', () => {
  const numbers: readonly (readonly [number | Uint8Array, hex: string])[] = [
    [0, '020100'],
    [127, '02017f'],
    [128, '02020080'],
    [256, '02020100'],
    [65_535, '020300ffff'],
    [Buffer.from([0, 0, 0]), '020100'],
    [Buffer.from([0, 0, 0x80]), '02020080'],
    [Buffer.from([0x7f, 0xff]), '02027fff'],
  ]
  for (const [value, hex] of numbers) assert.equal(der.integer(value).toString('hex'), hex)
})

test('encodes lengths with the fewest bytes', () => {
  for (const [length, hex] of [
    [0, '0400'],
    [127, '047f'],
    [128, '048180'],
    [255, '0481ff'],
    [256, '04820100'],
    [70_000, '0483011170'],
  ] as const) {
    const written = der.octetString(Buffer.alloc(length))
    assert.equal(written.subarray(0, hex.length / 2).toString('hex'), hex)
    assert.equal(written.length, hex.length / 2 + length)
  }
})

test('encodes times with a two-digit year until 2049 and a four-digit year after', () => {
  const moments = [
    '1970-01-01T00:00:00Z',
    '2026-02-03T04:05:06.789Z',
    '2049-12-31T23:59:59.999Z',
    '2050-01-01T00:00:00Z',
  ]
  assert.deepEqual(
    moments.flatMap((moment) => parsed(der.time(new Date(moment)))),
    [
      'UTCTIME :700101000000Z',
      'UTCTIME :260203040506Z',
      'UTCTIME :491231235959Z',
      'GENERALIZEDTIME :20500101000000Z',
    ],
  )
})

test('openssl parses the encoded elements', () => {
  const whole = der.sequence(
    der.objectIdentifier('1.2.840.10045.4.3.2'),
    der.objectIdentifier('2.5.29.17'),
    der.objectIdentifier('1.3.6.1.4.1.311.21.20'),
    der.setOf(der.utf8String('Ümeå')),
    der.truth(),
    der.bitString(Buffer.from([0x06]), 1),
    der.tagged(2, Buffer.from('aura.local')),
    der.taggedAround(3, der.sequence()),
  )
  assert.deepEqual(parsed(whole), [
    'SEQUENCE',
    'OBJECT :ecdsa-with-SHA256',
    'OBJECT :X509v3 Subject Alternative Name',
    'OBJECT :1.3.6.1.4.1.311.21.20',
    'SET',
    'UTF8STRING :Ümeå',
    'BOOLEAN :255',
    'BIT STRING',
    'cont [ 2 ]',
    'cont [ 3 ]',
    'SEQUENCE',
  ])
})
