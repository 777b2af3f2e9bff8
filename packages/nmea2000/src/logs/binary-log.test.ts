import assert from 'node:assert/strict'
import { test } from 'node:test'
import { actisenseReceived } from '#gateways/actisense-binary.ts'
import { BinaryLogReader } from './binary-log.ts'
import { BusLog } from './bus-log.ts'

/** With the bytes 0x10 and 0x1b, which are escaped. */
const heading = Uint8Array.of(0xff, 0x10, 0x1b, 0xff, 0x7f, 0xff, 0x7f, 0xfd)
const block = actisenseReceived({ priority: 2, pgn: 127_250, source: 7, destination: 255, payload: heading })
const escaped = [...block].flatMap((byte) => (byte === 0x1b ? [byte, byte] : [byte]))
/** 2016-02-28T19:57:02.364Z in units of 100 ns since 1601. */
const units = (BigInt(Date.UTC(2016, 1, 28, 19, 57, 2, 364)) + 11_644_473_600_000n) * 10_000n
const time = [...new Uint8Array(BigUint64Array.of(units).buffer)]
const version = [0x1b, 0x01, 0x01, 0xe9, 0x03, 0, 0, 0x1b, 0x0a]
const line = ',2,127250,7,255,8,FF,10,1B,FF,7F,FF,7F,FD'

test('the bytes of a gateway are lines with the gateway’s milliseconds', () => {
  const [comment, ...lines] = new BinaryLogReader().read(Uint8Array.of(0x10, 0x03, ...block))
  assert.equal(comment, '# format=FAST')
  assert.deepEqual(lines, [`1970-01-01T00:00:00.000Z${line}`])
})

test('a log with records has their time, also when it is read byte by byte', () => {
  const reader = new BinaryLogReader()
  const timeRecord = [0x1b, 0x01, 0x03, ...time.flatMap((byte) => (byte === 0x1b ? [byte, byte] : [byte]))]
  const bytes = [...version, ...timeRecord, 0x1b, 0x0a, ...escaped, ...escaped]
  const lines = bytes.flatMap((byte) => reader.read(Uint8Array.of(byte)))
  const expected = `2016-02-28T19:57:02.364Z${line}`
  assert.deepEqual(lines, ['# format=FAST', expected, expected])
  const log = new BusLog()
  const [read] = lines.slice(1).map((text) => log.read(text))
  assert.equal(read?.kind, 'values')
})

test('a damaged block is a broken line, and the next one is read', () => {
  const damaged = block.map((byte, index) => (index === 5 ? byte ^ 1 : byte))
  const lines = new BinaryLogReader().read(Uint8Array.of(...damaged, ...block))
  assert.equal(new BusLog().read(lines[1] ?? '').kind, 'broken')
  assert.equal(lines.length, 3)
})
