import type { FleetView } from '@marinedata/model'
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { Club, clubVessel } from './club.ts'
import { ready } from './ready.ts'

/** A web server that someone else has. */
const listen = async (answer: RequestListener): Promise<{ readonly url: string } & AsyncDisposable> => {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const limit = { timeout: 280_000 }

test(
  'a silent boat raises an alarm ashore that outlives a restart, as does its end, and its data are counted',
  limit,
  async () => {
    const called: string[] = []
    await using phone = await listen((request, response) => {
      request.setEncoding('utf8').on('data', (text: string) => called.push(text))
      request.on('end', () => response.end())
    })
    await using club = await Club.create({ calls: { club: { webhook: phone.url } } })
    await club.start()
    await club.operate('tenant', 'club', 'Club Kiel')
    const token = await club.operate('token', 'club', 'Anna')
    const code = await club.operate('code', 'club')
    const boatOf = async (): Promise<FleetView['boats'][number]> => {
      const { body } = await club.ask('/marinedata/v2/api/fleet', token)
      const [boat] = (body as FleetView).boats
      assert.ok(boat !== undefined)
      return boat
    }
    const settings = { tariff: 'cellular', budget: 5 }
    {
      await using aboard = await club.boat(code, settings)
      aboard.measure('navigation.speedOverGround', 3.1)
      await ready(async () => {
        const { tariff, sentToday, budget } = await boatOf()
        assert.deepEqual([tariff, budget], ['cellular', 5_000_000])
        assert.ok(sentToday !== undefined && sentToday.cellular > 0)
        assert.deepEqual([sentToday.satellite, sentToday.wifi], [0, 0])
      })
      await ready(async () => assert.deepEqual((await boatOf()).isSilent, false))
      await club.operate('silence', 'club', '0.2', '--boat', clubVessel)
      assert.deepEqual((await boatOf()).alerts, [])
    }
    await ready(async () => assert.equal((await boatOf()).alerts.length, 1))
    await ready(() => {
      assert.match(called.join(), /^\{"text":"ALARM aboard [^,]+: No contact since /)
      return Promise.resolve()
    })
    const { alerts, isSilent } = await boatOf()
    assert.ok(isSilent)
    assert.deepEqual([alerts[0]?.state, alerts[0]?.path], ['alarm', 'notifications.fleet.silence'])
    const noticed = await club.ask(
      `/marinedata/v1/api/vessels/${clubVessel}/notifications/fleet/silence`,
      token,
    )
    assert.equal((noticed.body as { value: { state: string } }).value.state, 'alarm')

    assert.equal((await club.program.stop()).code, 0)
    await club.start()
    assert.deepEqual((await boatOf()).alerts, alerts, 'the alarm outlives a restart')
    {
      await using aboard = await club.boat(code, settings)
      aboard.measure('navigation.speedOverGround', 3.2)
      await ready(async () => assert.deepEqual((await boatOf()).alerts, []))
      await ready(async () => assert.equal(await Promise.resolve(called.length), 2))
      assert.match(
        called[1] ?? '',
        /^\{"text":"Ended aboard [^,]+: No contact since /,
        'the end is sent, too',
      )
    }
    await ready(async () => assert.equal(await Promise.resolve(called.length), 3))
    assert.match(called[2] ?? '', /^\{"text":"ALARM aboard /, 'people are called when it is silent again')
    await club.operate('silence', 'club', 'off', '--boat', clubVessel)
  },
)
