import type { StreamTicket } from '@marinedata/model'
import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { test } from 'node:test'
import { WebSocket } from 'ws'
import { accessApi, Crew } from '@marinedata/testing/boats/crew'
import { assertProblem } from '@marinedata/testing/exchange'
import { PilotBoat } from '@marinedata/testing/boats/pilot-boat'

const limit = { timeout: 110_000 }
const times = 20
const degree = Math.PI / 180

/** The status with which a stream is opened or refused. */
const statusOf = async (url: string): Promise<number | undefined> => {
  const socket = new WebSocket(url)
  const opened = once(socket, 'open').then(() => 101)
  const refused = once(socket, 'unexpected-response').then(
    ([, response]) => (response as IncomingMessage).resume().statusCode,
  )
  // The one that does not happen rejects when the socket is closed.
  opened.catch(() => undefined)
  refused.catch(() => undefined)
  const status = await Promise.race([opened, refused])
  socket.on('error', () => undefined)
  socket.terminate()
  return status
}

test('a ticket that is used 20 times at once opens one stream', limit, async () => {
  await using crew = await Crew.start()
  const { ticket } = await crew.must<StreamTicket>(`POST ${accessApi}/ticket`)
  const url = `${crew.url.replace('http', 'ws')}/marinedata/v1/stream?ticket=${ticket}`
  const statuses = await Promise.all(Array.from({ length: times }, () => statusOf(url)))
  assert.equal(statuses.filter((status) => status === 101).length, 1, statuses.join())
  // After ten wrong attempts the address is refused without a look at the ticket.
  assert.ok(
    statuses.every((status) => [101, 401, 429].includes(status ?? 0)),
    statuses.join(),
  )
})

test('20 requests at once with one idempotency key turn the boat once', limit, async () => {
  await using boat = await PilotBoat.start()
  await boat.must('POST main/engage')
  const before = (await boat.describe('main')).target!
  const headers = { 'idempotency-key': 'the-only-one' }
  const adjust = (value: number) =>
    boat.ask('PUT main/target/adjust', { body: { value, units: 'deg' }, headers })
  const answers = await Promise.all(Array.from({ length: times }, () => adjust(10)))
  assert.deepEqual(
    [...new Set(answers.map(({ status, text }) => `${status} ${text}`))],
    [`200 ${answers[0]!.text}`],
  )
  const { target } = await boat.describe('main')
  const turned = Math.atan2(Math.sin(target! - before), Math.cos(target! - before))
  assert.ok(Math.abs(turned - 10 * degree) < 1e-6, `the target changed by ${turned / degree}°`)
  assertProblem(await adjust(11), 'idempotency-conflict')
  assert.equal((await boat.describe('main')).target, target)
})
