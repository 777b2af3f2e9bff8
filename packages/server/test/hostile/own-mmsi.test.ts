import type { Condition } from '@marinedata/model'
import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { join } from 'node:path'
import { test } from 'node:test'
import { BoatStore } from '#storage/boat-store.ts'
import { getJson } from '@marinedata/testing/exchange'
import { startBoat } from '@marinedata/testing/boats/start-boat'
import { StreamListener } from '@marinedata/testing/stream-listener'

const limit = { timeout: 120_000 }
const plugin = join(import.meta.dirname, '..', '..', '..', '..', 'plugins', 'nmea0183')
const mmsi = '477553000'
const place = { latitude: 54, longitude: 11 }
/** A position report of our MMSI off Seattle: by radio, and as if from the own transponder. */
const forged = [
  '!AIVDM,1,1,,B,177KQJ5000G?tO`K>RA1wUbN0TKH,0*5C',
  '!AIVDO,1,1,,B,177KQJ5000G?tO`K>RA1wUbN0TKH,0*5E',
]
/** A ship of the same datagrams that is real. */
const other = '!AIVDM,1,1,,A,13u?etPv2;0n:dDPwUM1U1Cb069D,0*24'
const otherContext = 'vessels.urn:mrn:imo:mmsi:265547250'

const freePort = async (): Promise<number> => {
  const socket = createSocket('udp4')
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port } = socket.address()
  socket.close()
  return port
}

const readFrom =
  (port: number) =>
  async (folder: string): Promise<void> => {
    using store = new BoatStore(folder)
    void store.plugins.decide('nmea0183', { settings: { connections: [{ address: `udp://:${port}` }] } })
  }

/** Sends datagrams and our true position until disposed of. */
const sail = (stream: StreamListener, port: number): Disposable => {
  const socket = createSocket('udp4')
  const timer = setInterval(() => {
    stream.put('navigation.position', place, 'gps')
    for (const line of [...forged, other]) socket.send(`${line}\r\n`, port, '127.0.0.1')
  }, 200)
  return {
    [Symbol.dispose]: () => {
      clearInterval(timer)
      socket.close()
    },
  }
}

test(
  'a forged report of our MMSI moves nothing of the own vessel, and the crew is warned',
  limit,
  async () => {
    const port = await freePort()
    await using boat = await startBoat({
      settings: { mmsi },
      plugins: { given: [plugin] },
      prepare: readFrom(port),
    })
    await using stream = await StreamListener.open(boat.url, '?subscribe=all')
    await stream.ask({ subscribe: [{ path: 'navigation.*', sources: 'all' }] })
    using _sailing = sail(stream, port)
    const { value } = await stream.firstValue(({ path }) => path === 'notifications.server.ownMmsi')
    const { state, message } = value as Condition
    assert.equal(state, 'warn')
    assert.match(message, /^AIS: another vessel sends our MMSI, [\d,]+ m from here/)
    await stream.firstValue(({ context }) => context === otherContext)
    const own = stream.values.filter(({ context }) => context === boat.self || context === 'vessels.self')
    const moved = own.filter(({ path }) => path.startsWith('navigation.') && path !== 'navigation.position')
    assert.deepEqual(moved, [], 'no speed, course, heading or state of the forged report')
    for (const { path, value: at } of own) if (path === 'navigation.position') assert.deepEqual(at, place)
    const vessels = await getJson<Record<string, unknown>>(boat.url, '/marinedata/v1/api/vessels')
    assert.equal(Object.keys(vessels).filter((name) => name.includes(mmsi)).length, 1)
  },
)
