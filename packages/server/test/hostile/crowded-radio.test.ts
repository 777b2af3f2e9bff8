import type { Alert, AlertCompleted, PluginReport } from '@marinedata/model'
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { BoatStore } from '#storage/boat-store.ts'
import { mustAlerts } from '../alert-asking.ts'
import { getJson } from '@marinedata/testing/exchange'
import { startBoat } from '@marinedata/testing/boats/start-boat'
import { StreamListener } from '@marinedata/testing/stream-listener'
import { isFullForm } from '@marinedata/testing/time-limit'
import { until } from '@marinedata/testing/until'

const limit = { timeout: 110_000 }
const plugins = join(import.meta.dirname, '..', '..', '..', '..', 'plugins')
const place = { latitude: 54, longitude: 11 }
const crowd = isFullForm ? 60_000 : 2_500
const datagramsOfNonsense = isFullForm ? 5_000 : 500
const linesPerDatagram = 20
/** The server keeps at most this many contexts. */
const maxContexts = 20_000
const firstMmsi = 200_000_000
const realMmsi = 265_547_250
const realShip = '!AIVDM,1,1,,A,13u?etPv2;0n:dDPwUM1U1Cb069D,0*24'

const withChecksum = (line: string): string => {
  const sum = Buffer.from(line.slice(1)).reduce((code, byte) => code ^ byte, 0)
  return `${line}*${sum.toString(16).toUpperCase().padStart(2, '0')}`
}

/** A position report of class A: the bits of the type and MMSI, and a fixed position. */
const reportOf = (mmsi: number): string => {
  const bits = [
    [1, 6],
    [0, 2],
    [mmsi, 30],
    [0, 4],
    [128, 8],
    [100, 10],
    [1, 1],
    [11.5 * 600_000, 28],
    [54.5 * 600_000, 27],
    [900, 12],
    [90, 9],
    [30, 6],
    [0, 25],
  ]
    .map(([value, width]) => value!.toString(2).padStart(width!, '0'))
    .join('')
  const characters = (bits.match(/.{6}/g) ?? []).map((six) => {
    const code = Number.parseInt(six, 2) + 48
    return String.fromCharCode(code > 87 ? code + 8 : code)
  })
  return withChecksum(`!AIVDM,1,1,,A,${characters.join('')},0`)
}

const sydney = [
  withChecksum('$GPRMC,120000,A,3351.0000,S,15112.0000,E,0.0,0.0,191126,,'),
  withChecksum('$GPGGA,120000,3351.0000,S,15112.0000,E,1,08,0.9,5.0,M,0.0,M,,'),
]

const nonsense = (number: number): Buffer =>
  [
    () => randomBytes(1 + (number % 1_400)),
    () => Buffer.from(`${reportOf(firstMmsi).slice(0, 5 + (number % 40))}\r\n`),
    () => Buffer.from(`$GPRMC,${'9'.repeat(number % 1_200)},A,9999.9,X,,,,,\r\n`),
    () => Buffer.from(`!AIVDM,9,${number % 12},,A,,0*00\r\n`.repeat(20)),
    () => Buffer.from(`\\s:\0${'x'.repeat(number % 900)}*00\\!AIVDM\r\n`),
    () => Buffer.alloc(1_400, '$'),
  ][number % 6]!()

const freePort = async (): Promise<number> => {
  const socket = createSocket('udp4')
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port } = socket.address()
  socket.close()
  return port
}

/** A socket of another machine: all of 127.0.0.0/8 is this one, but the addresses differ. */
const senderAt = async (address: string): Promise<Socket> => {
  const socket = createSocket('udp4')
  socket.bind(0, address)
  await once(socket, 'listening')
  return socket
}

const flood = async (socket: Socket, port: number): Promise<void> => {
  for (let from = 0; from < crowd; from += linesPerDatagram) {
    const lines = Array.from({ length: linesPerDatagram }, (_, index) => reportOf(firstMmsi + from + index))
    socket.send(`${lines.join('\r\n')}\r\n`, port, '127.0.0.1')
    // About 4,000 reports a second. The kernel drops what comes faster than the plugin reads.
    if (from % 100 === 0) await sleep(25)
  }
}

test(
  'beside a crowd of forged vessels, nonsense and a forger far away, the position and a real ship are known',
  limit,
  async (context) => {
    const port = await freePort()
    await using boat = await startBoat({
      plugins: { given: [join(plugins, 'nmea0183')] },
      prepare: async (folder) => {
        using store = new BoatStore(folder)
        await store.plugins.decide('nmea0183', { settings: { connections: [{ address: `udp://:${port}` }] } })
      },
    })
    await using stream = await StreamListener.open(boat.url, '?subscribe=self')
    await using radio = await StreamListener.open(boat.url, '?subscribe=none')
    const [forger, stranger] = await Promise.all([senderAt('127.0.0.2'), senderAt('127.0.0.3')])
    const live = setInterval(() => stream.put('navigation.position', place, 'gps'), 200)
    await stream.firstAt('navigation.position')
    const far = setInterval(() => forger.send(`${sydney.join('\r\n')}\r\n`, port, '127.0.0.1'), 200)
    context.after(() => {
      for (const timer of [live, far]) clearInterval(timer)
      for (const socket of [forger, stranger]) socket.close()
    })
    const contextOf = (mmsi: number): string => `vessels.urn:mrn:imo:mmsi:${mmsi}`
    await radio.ask({
      context: contextOf(realMmsi),
      subscribe: [{ path: 'navigation.position', policy: 'instant' }],
    })
    await until(
      () => getJson<PluginReport>(boat.url, '/marinedata/v2/api/plugins/nmea0183'),
      ({ state }) => state === 'running',
    )
    for (let number = 0; number < datagramsOfNonsense; number++)
      stranger.send(nonsense(number), port, '127.0.0.1')
    await flood(stranger, port)
    const real = setInterval(() => stranger.send(`${realShip}\r\n`, port, '127.0.0.1'), 200)
    context.after(() => clearInterval(real))
    await radio.firstAt('navigation.position')

    const vessels = Object.keys(await getJson<object>(boat.url, '/marinedata/v1/api/vessels'))
    context.diagnostic(`${vessels.length} vessels of ${crowd} forged ones`)
    assert.ok(vessels.length > Math.min(crowd, maxContexts) / 2, `${vessels.length} vessels`)
    assert.ok(vessels.length <= maxContexts, `${vessels.length} vessels`)
    const positions = stream.valuesAt('navigation.position')
    assert.ok(positions.length > 5)
    for (const position of positions) assert.deepEqual(position, place)
    const { alert } = await mustAlerts<AlertCompleted>(boat.url, 'POST mob')
    const listed = await mustAlerts<Alert[]>(boat.url, 'GET')
    assert.ok(listed.some(({ id }) => id === alert.id))
    const report = await getJson<PluginReport>(boat.url, '/marinedata/v2/api/plugins/nmea0183')
    assert.deepEqual([report.state, report.restarts ?? 0], ['running', 0])
  },
)
