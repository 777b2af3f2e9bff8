import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { exchange } from '@marinedata/testing/exchange'
import { rawConnection, receivedUntilEnd } from '../raw-connection.ts'
import { startBoat, type Boat } from '@marinedata/testing/boats/start-boat'
import { isFullForm } from '@marinedata/testing/time-limit'

const limit = { timeout: 110_000 }
const slow = { ...limit, skip: isFullForm ? false : 'takes as long as the deadline; MEASURED=full runs it' }

let boat: Boat
before(async () => {
  boat = await startBoat()
})
after(() => boat[Symbol.asyncDispose]())

/** Sends the beginning, then one piece after the other until the server ends the connection. */
const statusesAfter = async (beginning: string, piece: (number: number) => string, everyMs: number) => {
  const socket = rawConnection(boat.url)
  socket.write(beginning)
  let sent = 0
  const timer = setInterval(() => socket.writable && socket.write(piece(sent++)), everyMs)
  const received = await receivedUntilEnd(socket).finally(() => clearInterval(timer))
  assert.ok(sent > 10, `only ${sent} pieces were sent`)
  return received.answers.map(({ status }) => status)
}

test('a range of 1,000 parts gets the whole answer once', limit, async () => {
  const parts = Array.from({ length: 1_000 }, (_, index) => `${index}-${index + 1_000}`)
  for (const path of ['/icon-512.png', '/marinedata/v2/api/openapi.json', '/marinedata/v1/api']) {
    const whole = await exchange(boat.url, path)
    const ranged = await exchange(boat.url, path, { headers: { range: `bytes=${parts.join()}` } })
    assert.deepEqual([ranged.status, ranged.bytes.length], [200, whole.bytes.length], path)
    assert.equal(ranged.headers['content-range'], undefined)
  }
})

test('headers that never end are answered with 408', slow, async () => {
  const beginning = 'GET /marinedata HTTP/1.1\r\nHost: 127.0.0.1\r\n'
  assert.deepEqual(await statusesAfter(beginning, (number) => `x-${number}: 1\r\n`, 200), [408])
})

test('a body that comes one byte at a time is answered with 408', slow, async () => {
  const beginning = [
    'POST /marinedata/v2/api/notifications HTTP/1.1',
    'Host: 127.0.0.1',
    'Content-Type: application/json',
    'Content-Length: 60000',
    '',
    '',
  ].join('\r\n')
  assert.deepEqual(await statusesAfter(beginning, () => ' ', 700), [408])
})
