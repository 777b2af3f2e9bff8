import type { PluginInput } from '@marinedata/plugin-api'
import { sentenceOf, TestSerialPort } from '@marinedata/plugin-api/testing'
import { until } from '@marinedata/testing/until'
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  Inputs,
  networkInput,
  programInput,
  type InputsBoat,
  type InputsOptions,
  type Link,
  type Protocol,
} from '#index.ts'
import { loopback } from './sockets.ts'

const limit = { timeout: 300_000 }
const hasPython = spawnSync('python3', ['--version']).status === 0
const skip = !hasPython && process.env['CI'] === undefined ? 'python3 is not installed' : false

/** What the inputs report, and a storage in memory. */
const createBoat = () => {
  const stored = new Map<string, unknown>()
  const reported = { inputs: [] as readonly PluginInput[] }
  const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }
  const boat: InputsBoat = {
    log,
    status: () => undefined,
    inputs: (inputs) => (reported.inputs = inputs),
    storage: {
      get: async (key) => stored.get(key),
      set: async (values) => {
        for (const [key, value] of Object.entries(values)) stored.set(key, value)
      },
    },
  }
  const inputAt = (name: string) => reported.inputs.find((input) => input.name === name)
  const reach = async (name: string, isSo: (input: PluginInput) => boolean): Promise<PluginInput> => {
    const look = (): boolean => {
      const input = inputAt(name)
      return input !== undefined && isSo(input)
    }
    await until(look, Boolean, { what: () => JSON.stringify(reported.inputs) })
    // The condition held, so the input exists.
    return inputAt(name)!
  }
  return { boat, stored, reported, reach }
}

/** A binary protocol: messages of four bytes, AA 55, a number and its complement. It starts to send when asked. */
const binary = (opened: (link: Link) => void = () => undefined): Protocol => ({
  name: 'Binary',
  speeds: [4_800, 115_200],
  alwaysSends: true,
  open: (link, events) => {
    opened(link)
    link.write(Buffer.from('start'))
    let rest = Buffer.alloc(0)
    return {
      read: (bytes) => {
        rest = Buffer.concat([rest, bytes])
        for (
          let at = rest.indexOf('\xaa\x55', 0, 'latin1');
          at >= 0;
          at = rest.indexOf('\xaa\x55', 0, 'latin1')
        ) {
          if (rest.length < at + 4) return
          const [number = 0, complement = 0] = rest.subarray(at + 2, at + 4)
          if (number + complement === 255) events.message(() => `number ${number}`)
          else events.damaged()
          rest = rest.subarray(at + 4)
        }
        if (bytes.includes('$HEHDT')) events.foreign('NMEA 0183')
      },
    }
  },
})

const noPorts: InputsOptions['ports'] = { ports: [], ignored: ['/dev/*', '/dev/serial/by-id/*'] }

const startInputs = async (boat: InputsBoat, options: Partial<InputsOptions>): Promise<Inputs> => {
  const inputs = new Inputs(boat, { protocol: binary(), ports: noPorts, ...options })
  await inputs.start()
  return inputs
}

describe('serial ports of any protocol', { ...limit, skip }, () => {
  const folderOf = async (stack: AsyncDisposableStack): Promise<string> => {
    const folder = await mkdtemp(join(tmpdir(), 'ports-'))
    stack.defer(() => rm(folder, { recursive: true, force: true }))
    return folder
  }

  test('the speed of a binary protocol is found, and the port is asked to start', async () => {
    await using stack = new AsyncDisposableStack()
    const folder = await folderOf(stack)
    const path = join(folder, 'gateway')
    const lines = ['\xaa\x55\x01\xfe', '\xaa\x55\x02\xfd', '\xaa\x55\x02\x02']
    const port = stack.use(await TestSerialPort.plugIn({ path, speed: 115_200, lines }))
    const { boat, reach } = createBoat()
    const ports = { ports: [`${folder}/*`], ignored: [] }
    const inputs = stack.use(await startInputs(boat, { ports }))
    const found = await reach('gateway', ({ state }) => state === 'found')
    assert.deepEqual([found.speed, found.protocol, found.chosen], [115_200, 'Binary', false])
    await inputs.use(found.id, AbortSignal.timeout(10_000))
    const used = await reach('gateway', ({ state, damaged }) => state === 'used' && damaged > 0)
    assert.match(used.lastMessage ?? '', /^number [12]$/)
    assert.match(await port.received(), /start/)
    // Another of our processes would read half of the bytes: it is refused.
    const second = createBoat()
    stack.use(await startInputs(second.boat, { ports }))
    const refused = await second.reach('gateway', ({ state }) => state === 'refused')
    assert.equal(refused.error?.message, 'another program has it open')
  })

  test('a port that speaks another protocol says so', async () => {
    await using stack = new AsyncDisposableStack()
    const folder = await folderOf(stack)
    const lines = [sentenceOf('HEHDT,90.0,T')]
    stack.use(await TestSerialPort.plugIn({ path: join(folder, 'gyro'), speed: 4_800, lines }))
    const { boat, reach } = createBoat()
    const inputs = stack.use(await startInputs(boat, { ports: { ports: [`${folder}/*`], ignored: [] } }))
    const silent = await reach('gyro', ({ error }) => error !== undefined)
    assert.deepEqual([silent.state, silent.error?.message], ['silent', 'it speaks NMEA 0183'])
    await assert.rejects(inputs.use(silent.id, AbortSignal.timeout(10_000)), /it speaks NMEA 0183/)
  })
})

describe('connections', limit, () => {
  test('a half-open connection is closed after 10 s of silence, and opened again', async () => {
    const sockets: Socket[] = []
    const server = createServer((socket) => {
      sockets.push(socket)
      socket.on('error', () => undefined).resume()
      // The second connection sends; the first one is dead without saying so.
      if (sockets.length > 1) socket.write(Buffer.from([0xaa, 0x55, 1, 254]))
    }).listen(0, loopback)
    await once(server, 'listening')
    // A server listens on a port.
    const { port } = server.address() as AddressInfo
    const { boat, reach } = createBoat()
    const address = `tcp://${loopback}:${port}`
    await using stack = new AsyncDisposableStack()
    stack.defer(() => void server.close())
    stack.use(await startInputs(boat, { fixed: [networkInput({ address }, binary())] }))
    const startedAt = performance.now()
    await reach(address, ({ state }) => state === 'used')
    const took = performance.now() - startedAt
    assert.ok(took > 9_500 && took < 15_000, `${took} ms`)
    await until(() => sockets[0]?.closed === true, Boolean)
  })

  test('a program that is not installed, or fails, is an error of the input', async () => {
    const { boat, reach } = createBoat()
    const program = (name: string, ...reading: [string, ...string[]]) =>
      programInput({ id: name, name, address: name, protocol: binary(), reading })
    await using _inputs = await startInputs(boat, {
      fixed: [
        program('can0', 'no-such-candump', '-L', 'can0'),
        program('can1', 'sh', '-c', 'echo "SIOCGIFINDEX: No such device" >&2; exit 1'),
        program('can2', 'sh', '-c', String.raw`printf '\252\125\001\376'; exec sleep 100`),
      ],
    })
    const missing = await reach('can0', ({ state }) => state === 'refused')
    assert.equal(missing.error?.message, '"no-such-candump" is not installed')
    const failing = await reach('can1', ({ state }) => state === 'refused')
    assert.equal(failing.error?.message, 'SIOCGIFINDEX: No such device')
    await reach('can2', ({ state }) => state === 'used')
  })

  test('a released input stays closed after a restart, until it is used again', async () => {
    let opened = 0
    const { boat, reach, stored } = createBoat()
    const protocol = { ...binary(() => opened++), alwaysSends: false }
    const fixed = [programInput({ id: 'can0', name: 'can0', address: 'can0', protocol, reading: ['cat'] })]
    {
      await using inputs = await startInputs(boat, { fixed })
      await until(() => opened === 1, Boolean)
      await inputs.release('can0')
      assert.deepEqual(stored.get('released'), ['can0'])
    }
    await using inputs = await startInputs(boat, { fixed })
    await reach('can0', ({ chosen }) => !chosen)
    await sleep(200)
    assert.equal(opened, 1)
    await inputs.use('can0', AbortSignal.timeout(5_000))
    assert.equal(opened, 2)
    await assert.rejects(inputs.use('can9', AbortSignal.timeout(1_000)), { code: 'device-not-found' })
  })
})
