import { sentenceOf } from '@marinedata/plugin-api/testing'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  connected,
  freePort,
  localServer,
  TestGateway,
  warmUp,
} from '../../plugins/nmea0183/test/network-boat.ts'
import { WiredServer } from './wired-server.ts'

const clientCount = 20
const perSecond = 200
/** Sentences that are sent together. */
const batch = 10
/** What is on its way arrives within this time. */
const restMs = 2_000

export interface ClientFigures {
  readonly seconds: number
  readonly clients: number
  readonly sentences: number
  /** Sentences that a client did not receive, and sentences out of order, of all clients. */
  readonly lost: number
  readonly misplaced: number
  /** Processor time, as a share of one core. */
  readonly plugin: number
  readonly core: number
}

const heading = (count: number): string => sentenceOf(`IIHDT,${((count % 3_600) / 10).toFixed(1)},T`)

const share = (seconds: number, ofSeconds: number): number => Number((seconds / ofSeconds).toFixed(4))

/** Sends at an even rate, also when a step comes late. Returns how many were sent. */
const sendEvenly = async (gateway: TestGateway, seconds: number): Promise<number> => {
  const wanted = seconds * perSecond
  const startedAt = performance.now()
  for (let count = 0; count < wanted; count += batch) {
    gateway.send(Array.from({ length: batch }, (_each, index) => heading(count + index)).join(''))
    const nextAt = startedAt + ((count + batch) / perSecond) * 1_000
    await sleep(Math.max(0, nextAt - performance.now()))
  }
  return wanted
}

/** Lets clients of the TCP server receive what a gateway sends. */
export const serveClients = async (seconds: number): Promise<ClientFigures> => {
  await using gateway = await TestGateway.open()
  await using server = await WiredServer.start('nmea0183')
  const port = await freePort()
  await server.configure({
    ignored: ['/dev/*', '/dev/serial/by-id/*'],
    connections: [{ address: gateway.address }],
    server: localServer(port),
  })
  using stack = new DisposableStack()
  const clients = await Promise.all(Array.from({ length: clientCount }, () => connected(port)))
  for (const client of clients) stack.use(client)
  await warmUp(gateway, clients)
  await sleep(restMs)
  const costs = async () => ({
    plugin: (await server.report()).cpuSeconds ?? 0,
    core: server.processorSeconds,
  })
  const before = await costs()
  const sentences = await sendEvenly(gateway, seconds)
  await sleep(restMs)
  const after = await costs()
  const received = clients.map(({ lines }) => lines)
  return {
    seconds,
    clients: clientCount,
    sentences,
    lost: received.reduce((sum, lines) => sum + sentences - lines.length, 0),
    misplaced: received
      .flatMap((lines) => lines.map((line, count) => line === heading(count).trim()))
      .filter((isRight) => !isRight).length,
    plugin: share(after.plugin - before.plugin, seconds),
    core: share(after.core - before.core, seconds),
  }
}
