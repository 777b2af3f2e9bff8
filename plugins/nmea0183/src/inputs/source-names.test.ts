import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SourceNames } from './source-names.ts'

test('a source is named after its input, and on a server after the host too', () => {
  const names = new SourceNames()
  assert.equal(names.nameOf('gyro', undefined), 'gyro')
  assert.equal(names.nameOf('udp-10110', { host: '192.168.4.20', port: 5 }), 'udp-10110.192.168.4.20')
  assert.equal(names.nameOf('udp-10110', { host: 'fe80::1', port: 5 }), 'udp-10110.fe80-1')
})

test('forged addresses cannot make more than 32 sources', () => {
  const names = new SourceNames()
  const made = Array.from({ length: 1_000 }, (_each, index) =>
    names.nameOf('udp-10110', { host: `10.0.0.${index}`, port: 1 }),
  )
  assert.equal(new Set(made).size, 33)
  assert.equal(names.nameOf('udp-10110', { host: '10.0.0.0', port: 1 }), 'udp-10110.10.0.0.0')
})
