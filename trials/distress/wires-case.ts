import { AisSentenceWriter, encodeMessage, withChecksum } from '@marinedata/ais'
import { canplayerLine, encodeById, FastPacketSplitter, type Frame } from '@marinedata/nmea2000'
import type { Notification } from '@marinedata/model'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import { PseudoTerminal } from '@marinedata/testing/pseudo-terminal'
import { exchange } from '@marinedata/testing/exchange'
import { StreamListener } from '@marinedata/testing/stream-listener'
import { environmentOf, FarEnd, readGateway, type GatewayTrial } from '../wires/gateways.ts'
import { WiredServer } from '../wires/wired-server.ts'
import type { TrialCase, TrialResult } from './trial-case.ts'

/** Sends bytes of a beacon with this number. */
type SendBeacon = (mmsi: string) => void

const limits = { each: 2_000, p99: 300, fullBusP99: 1_000 }
const alertsPath = '/marinedata/v2/api/notifications'
const text = { 'communication.safetyText': { text: 'MOB ACTIVE' } }

const linesOf = (mmsi: string): string => {
  const message = encodeMessage('broadcastText', mmsi, text)
  if (message === undefined) throw new Error(`${mmsi} cannot be encoded`)
  return new AisSentenceWriter()
    .write(message)
    .map((line) => `${line}\r\n`)
    .join('')
}

const framesOf = (mmsi: string): Frame[] => {
  const fields = {
    messageId: 14,
    repeatIndicator: 0,
    sourceId: Number(mmsi),
    aisTransceiverInformation: 1,
    safetyRelatedText: 'MOB ACTIVE',
  }
  const payload = encodeById('aisSafetyRelatedBroadcastMessage', fields)
  return new FastPacketSplitter().split({ priority: 5, pgn: 129_802, source: 43, destination: 255, payload })
}

const isActive = (value: unknown): value is Notification =>
  typeof value === 'object' && value !== null && 'status' in value && value.status === 'active'

/** Sends one beacon after the other, and measures until its alert is on the stream. A person ends each alert. */
const measure = async (
  server: WiredServer,
  stream: StreamListener,
  sends: { readonly send: SendBeacon; readonly first: number; readonly times: number },
): Promise<number[]> => {
  const tookMs: number[] = []
  for (let count = 0; count < sends.times; count++) {
    const mmsi = String(sends.first + count)
    const path = `notifications.distress.${mmsi}`
    const sentAt = performance.now()
    sends.send(mmsi)
    const { value } = await stream.firstValue(
      (received) => received.path === path && isActive(received.value),
    )
    tookMs.push(performance.now() - sentAt)
    await exchange(server.url, `${alertsPath}/${(value as Notification).id ?? ''}`, { method: 'DELETE' })
    stream.forget()
  }
  return tookMs
}

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[Math.ceil(values.length * share) - 1] ?? Number.NaN

interface Goal {
  readonly p99: number
  /** Times are judged on a machine that does nothing else. */
  readonly isQuick: boolean
}

const judged = (name: string, tookMs: readonly number[], { p99, isQuick }: Goal): TrialResult => {
  const inTime = tookMs.filter((ms) => ms <= limits.each).length
  const isFast = percentile(tookMs, 0.99) <= p99
  return {
    case: `wires-${name}`,
    pass: inTime === tookMs.length && (isFast || isQuick),
    beacons: tookMs.length,
    within2s: inTime,
    medianMs: Math.round(percentile(tookMs, 0.5)),
    p99Ms: Math.round(percentile(tookMs, 0.99)),
    maxMs: Math.round(percentile(tookMs, 1)),
    goalP99Ms: p99,
  }
}

/** A multiplexer that sends lines to its only client. */
class LineSender implements AsyncDisposable {
  readonly #server = createServer((socket) => this.#accept(socket))
  #socket: Socket | undefined

  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    // A TCP server always has an address with a port.
    return `tcp://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  write(lines: string): void {
    this.#socket?.write(lines)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#socket?.destroy()
    this.#server.close()
    await once(this.#server, 'close')
  }

  #accept(socket: Socket): void {
    socket.setNoDelay(true)
    socket.on('error', () => undefined)
    this.#socket = socket
  }
}

/** The boat knows where it is: the alert has the distance. */
const ownPlace = `${withChecksum('GPGLL,5020.0000,N,00410.0000,W,,A,A')}\r\n`
const ownFrame: Frame = {
  priority: 2,
  pgn: 129_025,
  source: 3,
  destination: 255,
  data: encodeById('positionRapidUpdate', { latitude: 50.333_333, longitude: -4.166_667 }),
}
const speed = 38_400

async function* nmea0183(times: number, isQuick: boolean): AsyncIterable<TrialResult> {
  await using sender = new LineSender()
  const address = await sender.listen()
  await using server = await WiredServer.start('nmea0183')
  const ports = join(server.folder, 'ports')
  mkdirSync(ports)
  const path = join(ports, 'ais')
  await using terminal = await PseudoTerminal.open(path, speed)
  // A port is found by its sentences, and a connection is used once it has sent one.
  const talking = setInterval(() => {
    terminal.write(Buffer.from(ownPlace))
    sender.write(ownPlace)
  }, 100)
  try {
    await server.configure({ connections: [{ address }], ports: [path] })
    const { id } = await server.input(({ state }) => state === 'found')
    await server.use(id)
    await server.input((input) => input.id !== id && input.state === 'used')
    await using stream = await StreamListener.open(server.url, '?subscribe=self')
    await stream.firstAt('navigation.position')
    const toPort: SendBeacon = (mmsi) => terminal.write(Buffer.from(linesOf(mmsi)))
    const toTcp: SendBeacon = (mmsi) => sender.write(linesOf(mmsi))
    const overPort = await measure(server, stream, { send: toPort, first: 972_010_000, times })
    yield judged('pty', overPort, { p99: limits.p99, isQuick })
    const overTcp = await measure(server, stream, { send: toTcp, first: 972_020_000, times })
    yield judged('tcp', overTcp, { p99: limits.p99, isQuick })
  } finally {
    clearInterval(talking)
  }
}

async function* candump(times: number, isQuick: boolean): AsyncIterable<TrialResult> {
  const trial: GatewayTrial = { kind: 'socketcan', transport: 'program' }
  await using farEnd = await FarEnd.start(trial)
  await using server = await WiredServer.start('nmea2000', { environment: environmentOf(trial, farEnd) })
  await using _wire = await readGateway(trial, server, farEnd)
  const other = connect(farEnd.port, '127.0.0.1')
  other.setNoDelay(true)
  other.resume()
  const talking = setInterval(() => other.write(canplayerLine(ownFrame, 'can0')), 100)
  try {
    await once(other, 'connect')
    const send: SendBeacon = (mmsi) => {
      other.write(
        framesOf(mmsi)
          .map((frame) => canplayerLine(frame, 'can0'))
          .join(''),
      )
    }
    await using stream = await StreamListener.open(server.url, '?subscribe=self')
    await farEnd.order('begin')
    await server.input(({ state }) => state === 'used')
    await farEnd.order('end')
    await stream.firstAt('navigation.position')
    const idle = await measure(server, stream, { send, first: 972_030_000, times })
    yield judged('candump', idle, { p99: limits.p99, isQuick })
    await farEnd.order('begin')
    const full = await measure(server, stream, { send, first: 972_040_000, times })
    const { frames } = await farEnd.order('end')
    yield { ...judged('full-bus', full, { p99: limits.fullBusP99, isQuick }), frames }
  } finally {
    clearInterval(talking)
    other.destroy()
  }
}

/** Measures from the bytes of a beacon on a wire to its alert on the stream of a server. */
export const wiresCase: TrialCase = async function* ({ isQuick }) {
  const times = isQuick ? 10 : 250
  yield* nmea0183(times, isQuick)
  yield* candump(times, isQuick)
}
