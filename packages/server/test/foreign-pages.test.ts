import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { test } from 'node:test'
import { WebSocket } from 'ws'
import { exchange } from '@marinedata/testing/exchange'
import { startBoat } from '@marinedata/testing/boats/start-boat'

const limit = { timeout: 300_000 }

/** The status of a refused upgrade. */
const refusal = async (url: string, headers: Record<string, string>): Promise<number | undefined> => {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/marinedata/v1/stream`, { headers })
  const [, response] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage]
  response.resume()
  return response.statusCode
}

test('a page of another site can neither read the stream nor write', limit, async () => {
  await using boat = await startBoat()
  for (const origin of ['http://evil.example', 'null', 'https://127.0.0.1'])
    assert.equal(await refusal(boat.url, { origin }), 403, origin)
})

test('a foreign host name is not served', limit, async () => {
  await using boat = await startBoat()
  assert.equal(await refusal(boat.url, { host: 'evil.example' }), 421)
  const { status, text } = await exchange(boat.url, '/marinedata/v1/api', {
    headers: { host: 'evil.example' },
  })
  assert.equal(status, 421)
  assert.match(text, /"code":"misdirected"/)
})

test('the server’s own pages may send requests', limit, async () => {
  await using boat = await startBoat()
  const socket = new WebSocket(`${boat.url.replace('http', 'ws')}/marinedata/v1/stream`, {
    headers: { origin: boat.url },
  })
  await once(socket, 'open')
  socket.terminate()
})
