import assert from 'node:assert/strict'
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { test } from 'node:test'
import { PlotterAnnouncer } from '../src/announce/plotter-announcer.ts'
import type { PlotterNetworks } from '../src/compose/announce.ts'
import { exchange } from '@marinedata/testing/exchange'
import { startBoat, type BoatOptions } from '@marinedata/testing/boats/start-boat'

const limit = { timeout: 300_000 }
const group = '239.2.1.1'
const cable = { name: 'lo', address: '127.0.0.1' }

interface Tile {
  readonly Version: string
  readonly IP: string
  readonly Text: readonly { readonly Language: string; readonly Name: string }[]
  readonly Icon: string
  readonly URL: string
  readonly OnlyShowOnClientIP: string
  readonly BrowserPanel: { readonly Enable: boolean; readonly ProgressBarEnable: boolean }
}

/** A plotter that listens on the loopback network, the only one that a test may use. */
class Plotter implements AsyncDisposable {
  readonly #socket: Socket
  readonly #received: string[] = []

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.on('message', (message) => this.#received.push(message.toString()))
  }

  static async listen(): Promise<Plotter> {
    const socket = createSocket({ type: 'udp4', reuseAddr: true })
    socket.bind({ address: '0.0.0.0', port: 0 })
    await once(socket, 'listening')
    socket.addMembership(group, cable.address)
    return new Plotter(socket)
  }

  get ground(): PlotterNetworks {
    const { port } = this.#socket.address()
    return { networks: () => [cable], group: { address: group, port }, everyMs: 50 }
  }

  /** The names of all received boats, in order. */
  get names(): (string | undefined)[] {
    return this.#received.map((message) => (JSON.parse(message) as Tile).Text[0]?.Name)
  }

  /** The next received announcement. */
  async next(): Promise<Tile> {
    const [message] = (await once(this.#socket, 'message')) as [Buffer]
    return JSON.parse(message.toString()) as Tile
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#socket.close()
    await once(this.#socket, 'close')
  }
}

const boatFor = (plotter: Plotter, options: BoatOptions = {}) =>
  startBoat({ isOpen: false, plotters: plotter.ground, ...options })

test(
  'the console is announced to plotters repeatedly, and can be opened at the announced URL',
  limit,
  async () => {
    await using plotter = await Plotter.listen()
    const first = plotter.next()
    await using boat = await boatFor(plotter, { settings: { name: 'Aava' } })
    const tile = await first
    assert.deepEqual(await plotter.next(), tile)
    const { port } = new URL(boat.url)
    assert.deepEqual(
      [tile.Version, tile.IP, tile.OnlyShowOnClientIP, tile.URL],
      ['1', '127.0.0.1', 'true', `http://127.0.0.1:${port}/console`],
    )
    assert.deepEqual(tile.Text[0]?.Name, 'Aava')
    assert.deepEqual([tile.BrowserPanel.Enable, tile.BrowserPanel.ProgressBarEnable], [true, true])
    const page = await exchange(boat.url, `${new URL(tile.URL).pathname}?mode=night`)
    const icon = await exchange(boat.url, new URL(tile.Icon).pathname)
    assert.deepEqual(
      [page.status, page.headers['content-type'], icon.status, icon.headers['content-type']],
      [200, 'text/html; charset=utf-8', 200, 'image/png'],
    )
  },
)

test('the announcement contains only an address and a name, and no credentials', limit, async () => {
  await using plotter = await Plotter.listen()
  const first = plotter.next()
  await using boat = await boatFor(plotter)
  const text = JSON.stringify(await first)
  assert.doesNotMatch(text, /claim|token|mdt_|#|pin/i)
  assert.ok(boat.url.length > 0 && text.length < 1_000, text)
})

test('a boat that accepts only https announces https', limit, async () => {
  await using plotter = await Plotter.listen()
  const first = plotter.next()
  await using boat = await boatFor(plotter, { settings: { access: { requireTls: true } } })
  assert.equal((await first).URL, `https://127.0.0.1:${new URL(boat.url).port}/console`)
})

test('a boat in open mode or with announcements disabled is not announced', limit, async () => {
  await using plotter = await Plotter.listen()
  for (const options of [
    { isOpen: true },
    { settings: { host: '127.0.0.1' } },
    { settings: { announce: { plotters: false } } },
  ]) {
    await using boat = await boatFor(plotter, options)
    assert.equal((await exchange(boat.url, '/health')).status, 200)
  }
  // An announcement of the other boats would have been received before this one.
  const first = plotter.next()
  await using _boat = await boatFor(plotter, { settings: { name: 'Last' } })
  assert.equal((await first).Text[0]?.Name, 'Last')
  assert.deepEqual(new Set(plotter.names), new Set(['Last']))
})

test('a stopped boat is no longer announced', limit, async () => {
  await using plotter = await Plotter.listen()
  const first = plotter.next()
  {
    await using _boat = await boatFor(plotter)
    await first
  }
  const before = plotter.names.length
  const again = plotter.next()
  await using _other = await boatFor(plotter, { settings: { name: 'Other' } })
  assert.equal((await again).Text[0]?.Name, 'Other')
  assert.deepEqual(new Set(plotter.names.slice(before)), new Set(['Other']))
})

test('a missing network is reported once and has no other effect', limit, async () => {
  await using plotter = await Plotter.listen()
  const faults: string[] = []
  const received = plotter.next()
  const { promise: fourTimes, resolve } = Promise.withResolvers<void>()
  let rounds = 0
  using _announcer = new PlotterAnnouncer({
    ...plotter.ground,
    everyMs: 50,
    networks: () => {
      if (++rounds === 4) resolve()
      return [{ name: 'gone', address: '203.0.113.9' }, cable]
    },
    message: ({ address }) => JSON.stringify({ IP: address }),
    onFault: ({ name }) => faults.push(name),
  })
  assert.equal((await received).IP, cable.address)
  await fourTimes
  assert.deepEqual(faults, ['gone'])
})
