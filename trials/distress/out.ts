/** Alerts that go out to NMEA 2000 and NMEA 0183, and answers of devices that come back. */
import {
  broadcastAddress,
  encodeById,
  FastPacketSplitter,
  nameTextOf,
  simulateGateway,
  type GatewayKind,
} from '@marinedata/nmea2000'
import { readFileSync } from 'node:fs'
import { TestGateway } from '../../plugins/nmea0183/test/network-boat.ts'
import { gatewayAddress } from '../../plugins/nmea2000/test/aboard.ts'
import { withChecksum } from '@marinedata/ais'
import { until } from '@marinedata/testing/until'
import type { TrialCase, TrialOptions, TrialResult } from './trial-case.ts'
import { WiredBoat, type SeenMessage } from './wired-boat.ts'

const limits = { sentMs: 200, offsetMs: 200, answeredMs: 500 }
const alertPgn = 126_983
const overboardPgn = 127_233
const displayAddress = 12

interface Vector {
  readonly id: string
  readonly bytes: string
}

const vectorBytes = new Map(
  // The file is ours.
  (
    JSON.parse(
      readFileSync(
        new URL('../../packages/nmea2000/testing/vectors/alert-output.json', import.meta.url),
        'utf8',
      ),
    ) as Vector[]
  ).map(({ id, bytes }) => [id, bytes]),
)

/** Bytes that differ on each run: times and dates, and NAMEs. In hexadecimal digits. */
const variable: Readonly<Record<number, readonly (readonly [from: number, to: number])[]>> = {
  [overboardPgn]: [
    [6, 10],
    [11, 17],
  ],
  [alertPgn]: [
    [5, 13],
    [17, 25],
  ],
  126_985: [[5, 13]],
}

const masked = (pgn: number, bytes: string): string =>
  (variable[pgn] ?? []).reduce(
    (text, [from, to]) => text.slice(0, from * 2) + 'x'.repeat((to - from) * 2) + text.slice(to * 2),
    bytes,
  )

/** Whether a message has the bytes of a vector, but for times and NAMEs. */
const isAs = (id: string, { pgn, bytes }: SeenMessage): boolean =>
  masked(pgn, bytes) === masked(pgn, vectorBytes.get(id) ?? '')

const rounded = (ms: number): number => Math.round(ms)

interface Sent {
  readonly result: Pick<TrialResult, 'pass'> & Readonly<Record<string, unknown>>
  readonly message: SeenMessage
}

/** Waits for the bytes of a vector after a request. */
const sentAfter = async (
  boat: WiredBoat,
  [pgn, id]: readonly [number, string],
  { isQuick, ask }: { readonly isQuick: boolean; readonly ask: () => Promise<unknown> },
): Promise<Sent> => {
  const from = boat.seen.length
  const askedAt = performance.now()
  await ask()
  const message = await until(
    () => boat.seen.slice(from).find((seen) => seen.pgn === pgn && isAs(id, seen)),
    Boolean,
  )
  const ms = rounded(message.at - askedAt)
  return { result: { vector: id, ms, pass: isQuick || ms <= limits.sentMs }, message }
}

/** Times of the first messages of the person overboard, from the first one. */
const isInTime = (seen: readonly SeenMessage[]): { readonly offsetsMs: number[]; readonly pass: boolean } => {
  const offsetsMs = seen.slice(0, 3).map(({ at }) => rounded(at - (seen[0]?.at ?? 0)))
  const wanted = [0, 1_000, 3_000]
  const pass = wanted.every((ms, index) => Math.abs((offsetsMs[index] ?? Infinity) - ms) <= limits.offsetMs)
  return { offsetsMs, pass }
}

const canSettings = (answersFromWire: boolean) => ({
  gateways: [{ kind: 'socketcan', address: 'can0' }],
  sends: true,
  sendsMessages: ['126983', '126985', '127233'],
  answersFromWire,
})

const canBoat = async (answersFromWire: boolean): Promise<WiredBoat> => {
  const path = process.env['PATH']
  const boat = await WiredBoat.start('nmea2000', (harbour) => harbour.can())
  await boat.configure('nmea2000', canSettings(answersFromWire), 1)
  process.env['PATH'] = path
  // The address is ours, and the devices have said who they are.
  await until(
    () => boat.harbour.bus.frames.some(({ pgn, source }) => pgn === 59_904 && source === 100),
    Boolean,
  )
  return boat
}

/** A display on the bus answers an alert that was sent: 0 acknowledges, 1 silences. */
const answerAs = (boat: WiredBoat, alert: SeenMessage, responseCommand: number): void => {
  const splitter = new FastPacketSplitter()
  const payload = encodeById('alertResponse', {
    alertType: 1,
    alertCategory: 0,
    alertSystem: 1,
    alertSubSystem: 0,
    alertId: 1,
    dataSourceNetworkIdName: nameTextOf(alert.payload.subarray(5, 13)),
    dataSourceInstance: 0,
    dataSourceIndexSource: 0,
    alertOccurrenceNumber: alert.payload[15],
    acknowledgeSourceNetworkIdName: 'c0328f00e5c6418c',
    responseCommand,
  })
  const packet = {
    priority: 2,
    pgn: 126_984,
    source: displayAddress,
    destination: broadcastAddress,
    payload,
  }
  for (const frame of splitter.split(packet)) boat.harbour.bus.send(frame)
}

/** The own alert goes through its life, by the crew and by a display. */
async function* life({ isQuick }: TrialOptions): AsyncIterable<TrialResult> {
  await using boat = await canBoat(true)
  const step = async (pgn: number, id: string, ask: () => Promise<unknown>): Promise<Sent> =>
    await sentAfter(boat, [pgn, id], { isQuick, ask })
  const pressed = await step(overboardPgn, '127233-out-button', () => boat.mob())
  yield { case: 'out', ...pressed.result }
  const active = await boat.message(alertPgn, (seen) => isAs('126983-out-active', seen))
  yield { case: 'out', vector: '126983-out-active', pass: true }
  await boat.message(126_985, (seen) => isAs('126985-out-text', seen))
  yield { case: 'out', vector: '126985-out-text', pass: true }
  const calls = (): readonly SeenMessage[] => boat.seen.filter(({ pgn }) => pgn === overboardPgn)
  await until(() => calls().length >= 3, Boolean)
  const times = isInTime(calls())
  yield { case: 'out', what: 'repetitions', ...times, pass: isQuick || times.pass }
  const { id } = await boat.ownMob()
  const silenced = await step(alertPgn, '126983-out-silenced', () =>
    boat.ask('POST', `notifications/${id}/silence`),
  )
  yield { case: 'out', ...silenced.result }
  const answeredAt = performance.now()
  answerAs(boat, active, 0)
  const acknowledged = await boat.message(alertPgn, (seen) => isAs('126983-out-acknowledged', seen))
  const ms = rounded(acknowledged.at - answeredAt)
  const [event] = await boat.audit('acknowledged')
  const by = event?.actor.name ?? ''
  const isAudited = /^nmea2000 can0 [0-9a-f]{16}$/.test(by)
  yield {
    case: 'out',
    vector: '126983-out-acknowledged',
    ms,
    by,
    pass: isAudited && (isQuick || ms <= limits.answeredMs),
  }
  const ended = await step(overboardPgn, '127233-out-end', () => boat.ask('DELETE', 'notifications/mob'))
  yield { case: 'out', ...ended.result }
  await boat.message(alertPgn, (seen) => isAs('126983-out-normal', seen))
  yield { case: 'out', vector: '126983-out-normal', pass: true }
}

/** The state of an alert follows its identity. */
const stateDigit = 2 * 16

/** An alert that is over before anyone has acknowledged it. */
async function* rectified(): AsyncIterable<TrialResult> {
  await using boat = await canBoat(true)
  const path = 'notifications.environment.fire'
  await boat.publish(path, { state: 'warn', method: ['visual'], message: 'Fire' })
  await boat.message(alertPgn, ({ payload }) => payload.at(-1) === 2)
  await boat.publish(path, { state: 'normal', method: [], message: '' })
  const wanted = vectorBytes.get('126983-out-rectified')?.slice(stateDigit)
  await boat.message(alertPgn, ({ bytes }) => bytes.slice(stateDigit) === wanted)
  yield { case: 'out', vector: '126983-out-rectified', pass: true }
}

/** A display may not acknowledge by default. */
async function* refusedOnBus(): AsyncIterable<TrialResult> {
  await using boat = await canBoat(false)
  await boat.mob()
  const alert = await boat.message(alertPgn, ({ payload }) => payload.at(-1) === 2)
  const devices = 100
  for (let count = 0; count < devices; count++) answerAs(boat, alert, count % 2)
  const { id } = await boat.ownMob()
  // What is sent after the answers shows that they were read.
  await boat.ask('POST', `notifications/${id}/silence`)
  await boat.message(alertPgn, ({ payload }) => payload.at(-1) === 3)
  const answered = (await boat.audit('acknowledged')).length
  yield { case: 'out', what: '126984 without permission', sent: devices, answered, pass: answered === 0 }
}

/** Two gateways on one bus: each hears what the other sends. */
async function* loop(): AsyncIterable<TrialResult> {
  const kind: GatewayKind = 'yacht-devices'
  await using boat = await WiredBoat.start('nmea2000')
  const addresses = [gatewayAddress, gatewayAddress + 1]
  const gateways = await Promise.all(
    addresses.map((address) =>
      boat.harbour.tcp(kind, (options) => simulateGateway(kind, { ...options, address })),
    ),
  )
  const settings = {
    ...canSettings(true),
    gateways: gateways.map(({ address }) => ({ kind, address })),
  }
  await boat.configure('nmea2000', settings, addresses.length)
  await until(
    () =>
      addresses.every((address) =>
        boat.harbour.bus.frames.some(({ pgn, source }) => pgn === 59_904 && source === address),
      ),
    Boolean,
  )
  await boat.mob()
  const heard = (): number => boat.seen.filter(({ pgn }) => pgn === overboardPgn).length
  await until(() => heard() >= 6, Boolean)
  await boat.ask('DELETE', 'notifications/mob')
  await until(() => heard() >= 12, Boolean)
  const own = (await boat.alerts()).filter(({ path }) => path.startsWith('notifications.nmea2000.'))
  yield {
    case: 'out',
    what: 'loop of two gateways',
    messages: heard(),
    own: own.length,
    pass: own.length === 0,
  }
}

/** A panel on NMEA 0183: refused by default, else acknowledged with its port in the audit. */
async function* panel({ isQuick }: TrialOptions): AsyncIterable<TrialResult> {
  for (const answersFromWire of [false, true]) {
    await using gateway = await TestGateway.open()
    await using boat = await WiredBoat.start('nmea0183')
    const connection = { address: gateway.address, sends: { received: false, made: ['alerts', 'MOB'] } }
    const settings = { connections: [connection], ignored: ['/dev/*'], answersFromWire }
    await boat.configure('nmea0183', settings, 1)
    const lines = (): readonly string[] => gateway.connections.at(-1)?.lines ?? []
    const line = (type: string): Promise<unknown> =>
      until(lines, (sent) => sent.some((each) => each.slice(3, 6) === type), { what: `the sentence ${type}` })
    await boat.mob()
    await line('ALF')
    const askedAt = performance.now()
    gateway.send(`${withChecksum('VRACN,140415.00,,10001,1,A,C')}\r\n`)
    if (answersFromWire) {
      await boat.until(
        () => boat.ownMob(),
        ({ status }) => status === 'acknowledged',
      )
    } else await line('ARC')
    const ms = rounded(performance.now() - askedAt)
    const by = (await boat.audit('acknowledged')).map(({ actor }) => actor.name)
    const isRight = answersFromWire ? by[0]?.startsWith('nmea0183 tcp-') === true : by.length === 0
    yield {
      case: 'out',
      what: answersFromWire ? 'ACN' : 'ACN without permission',
      ms,
      by,
      pass: isRight && (isQuick || ms <= limits.answeredMs),
    }
  }
}

/** The trial of what goes out to the wires. */
export const out: TrialCase = async function* (options) {
  for (const part of [life, rectified, refusedOnBus, loop, panel]) yield* part(options)
}
