import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encode } from 'uqr'
import { qrCode } from './qr-code.ts'

/** The two modules that each character shows; true is light. */
const lightIn: Readonly<Record<string, readonly [boolean, boolean]>> = {
  '█': [true, true],
  '▀': [true, false],
  '▄': [false, true],
  ' ': [false, false],
}

test('prints every module of the code with a white border, in fixed colours', async () => {
  const link = 'https://192.168.8.20:3000/claim#c=7K2M9QXDAB'
  const lines = (await qrCode(link)).trimEnd().split('\n')
  const [before, after] = ['\u001B[97;40m', '\u001B[0m']
  assert.ok(lines.every((line) => line.startsWith(before) && line.endsWith(after)))
  const shown = lines.map((line) => line.slice(before.length, -after.length))
  const rows = shown.flatMap((line) =>
    [0, 1].map((half) => line.split('').map((block) => lightIn[block]![half]!)),
  )
  const { data, size } = encode(link, { ecc: 'L', border: 2 })
  assert.deepEqual(
    rows.slice(0, size),
    data.map((row) => row.map((isDark) => !isDark)),
  )
  assert.ok(rows.slice(0, 2).every((row) => row.every((isLight) => isLight)))
})
