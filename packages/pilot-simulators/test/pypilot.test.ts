import { PypilotSimulator } from '@marinedata/pilot-simulators'
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

const limit = { timeout: 60_000 }

/** A client of the line server. */
class Client implements Disposable {
  readonly lines: string[] = []
  readonly #socket: Socket

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.on('error', () => undefined)
    createInterface({ input: socket })
      .on('line', (line) => this.lines.push(line))
      .on('error', () => undefined)
  }

  static async open(port: number): Promise<Client> {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    return new Client(socket)
  }

  get isClosed(): boolean {
    return this.#socket.closed
  }

  send(...lines: readonly string[]): void {
    this.#socket.write(lines.map((line) => `${line}\n`).join(''))
  }

  async heard(line: string): Promise<void> {
    for (let count = 0; count < 1_000 && !this.lines.includes(line); count++) await sleep(10)
    assert.ok(this.lines.includes(line), `"${line}" is missing: ${this.lines.join(' | ')}`)
  }

  [Symbol.dispose](): void {
    this.#socket.destroy()
  }
}

const start = (): Promise<PypilotSimulator> => PypilotSimulator.start({ pace: 10, port: 0, nmea0183Port: 0 })

test('values are sent on change, and errors as pypilot words them', limit, async () => {
  await using simulator = await start()
  simulator.place(92, 50)
  using client = await Client.open(simulator.port)
  client.send('watch={"ap.enabled":true,"ap.modes":true,"imu.heading_lowpass":0.1}')
  await client.heard('ap.enabled=false')
  await client.heard('ap.modes=["compass","gps","wind","true wind"]')
  await client.heard('imu.heading_lowpass=92.0000')
  client.send('ap.enabled=true', 'no.such=1', 'ap.heading=1', 'nonsense', 'watch={"wind.speed":false}')
  await client.heard('ap.enabled=true')
  await client.heard('error=invalid unknown value: no.such')
  await client.heard('error=ap.heading is not writable')
  await client.heard('error=invalid request: nonsense')
  await client.heard('error=cannot remove unknown watch for wind.speed')
  client.send('watch={"values":true}')
  for (let count = 0; count < 500 && !client.lines.some((line) => line.startsWith('values=')); count++)
    await sleep(10)
  const list = JSON.parse(
    client.lines.find((line) => line.startsWith('values='))?.slice(7) ?? '{}',
  ) as Record<string, { type: string; writable?: boolean }>
  assert.deepEqual(list['ap.enabled'], { type: 'BooleanProperty', writable: true })
})

test('an invalid value is ignored without a word', limit, async () => {
  await using simulator = await start()
  using client = await Client.open(simulator.port)
  client.send('watch={"ap.heading_command":true}', 'ap.heading_command=361', 'ap.mode="auto"', 'ap.enabled=1')
  client.send('ap.heading_command=90.04')
  await client.heard('ap.heading_command=90.0000')
  assert.deepEqual(
    client.lines.filter((line) => line.startsWith('error')),
    [],
  )
  assert.equal(simulator.autopilot.isEnabled, false)
})

test('it steers to its command, and a mode starts with what the boat does', limit, async () => {
  await using simulator = await start()
  simulator.place(0, 60)
  using client = await Client.open(simulator.port)
  client.send('ap.heading_command=40', 'ap.enabled=true')
  const isAt = async (heading: number): Promise<void> => {
    const { boat } = simulator.autopilot
    for (let count = 0; count < 1_000 && Math.abs(boat.heading - heading) > 0.5; count++) await sleep(10)
    assert.ok(Math.abs(boat.heading - heading) <= 0.5, `${boat.heading}°`)
  }
  await isAt(40)
  client.send('watch={"ap.mode":true,"ap.heading_command":true}', 'ap.mode="wind"')
  await client.heard('ap.mode="wind"')
  assert.ok(Math.abs(simulator.autopilot.command - 20) < 1)
  client.send('ap.tack.state="begin"')
  // The wind was on the starboard side: the bow turns to starboard.
  await isAt(80)
})

test('a mode whose sensor is lost falls back, and returns with the sensor', limit, async () => {
  await using simulator = await start()
  using client = await Client.open(simulator.port)
  client.send('watch={"ap.mode":true}', 'ap.mode="wind"', 'ap.enabled=true')
  await client.heard('ap.mode="wind"')
  client.lines.length = 0
  simulator.fault('no-wind', true)
  await client.heard('ap.mode="compass"')
  client.lines.length = 0
  simulator.fault('no-wind', false)
  await client.heard('ap.mode="wind"')
  assert.equal(simulator.autopilot.isEnabled, true)
})

test('the 31st client takes the place of the oldest', limit, async () => {
  await using simulator = await start()
  using clients = new DisposableStack()
  const opened: Client[] = []
  for (let count = 0; count < 31; count++) opened.push(clients.use(await Client.open(simulator.port)))
  for (let count = 0; count < 500 && opened[0]?.isClosed !== true; count++) await sleep(10)
  assert.deepEqual(
    opened.map(({ isClosed }) => isClosed),
    opened.map((_, index) => index === 0),
  )
})
