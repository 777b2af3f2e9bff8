import { setTimeout as sleep } from 'node:timers/promises'
import { environmentOf, FarEnd, readGateway, type GatewayTrial } from './gateways.ts'
import { WiredServer } from './wired-server.ts'

/** What a full bus through one gateway cost, and what was lost. */
export interface FullBusFigures {
  readonly seconds: number
  readonly frames: number
  readonly messages: number
  readonly lost: number
  /** Blocks or lines that could not be read. */
  readonly damaged: number
  /** Restarts of the plugin meanwhile; its counts begin again with each. */
  readonly restarts: number
  /** Why it was restarted. */
  readonly fault?: string
  /** Processor time, as a share of one core. */
  readonly plugin: number
  readonly core: number
}

const warmUpMs = 1_000
/** When nothing has arrived for this time, nothing is on its way any more. Counts are reported every second. */
const quietMs = 1_500
const maxQuietMs = 30_000

const share = (seconds: number, ofSeconds: number): number => Number((seconds / ofSeconds).toFixed(4))

/** Waits until nothing arrives any more. */
const settle = async (server: WiredServer): Promise<void> => {
  const received = async (): Promise<number> => (await server.report()).inputs[0]?.received ?? 0
  let [before, now] = [-1, await received()]
  for (const end = performance.now() + maxQuietMs; now !== before && performance.now() < end;) {
    before = now
    await sleep(quietMs)
    now = await received()
  }
}

/** Reads a full bus through a gateway for some time. */
export const readFullBus = async (trial: GatewayTrial, seconds: number): Promise<FullBusFigures> => {
  await using farEnd = await FarEnd.start(trial)
  await using server = await WiredServer.start('nmea2000', { environment: environmentOf(trial, farEnd) })
  await farEnd.order('begin')
  await using _wire = await readGateway(trial, server, farEnd)
  await server.input(({ state }) => state === 'used')
  await sleep(warmUpMs)
  await farEnd.order('end')
  await settle(server)
  const costs = async () => {
    const { inputs, cpuSeconds, restarts, lastFault } = await server.report()
    return {
      received: inputs[0]?.received ?? 0,
      damaged: inputs[0]?.damaged ?? 0,
      restarts,
      fault: lastFault?.message,
      plugin: cpuSeconds ?? 0,
      core: server.processorSeconds,
    }
  }
  const before = await costs()
  await farEnd.order('begin')
  await sleep(seconds * 1_000)
  const { frames, messages } = await farEnd.order('end')
  await settle(server)
  const after = await costs()
  return {
    seconds,
    frames,
    messages,
    lost: messages - (after.received - before.received),
    damaged: after.damaged - before.damaged,
    restarts: after.restarts - before.restarts,
    ...(after.fault !== undefined && { fault: after.fault }),
    plugin: share(after.plugin - before.plugin, seconds),
    core: share(after.core - before.core, seconds),
  }
}

/** The times in milliseconds from when a gateway is back until it is read again. */
export const cutGateway = async (times: number): Promise<readonly number[]> => {
  const trial: GatewayTrial = { kind: 'yacht-devices', transport: 'tcp' }
  await using farEnd = await FarEnd.start(trial)
  await using server = await WiredServer.start('nmea2000')
  await farEnd.order('begin')
  await using _wire = await readGateway(trial, server, farEnd)
  const backMs: number[] = []
  let { received = 0 } = await server.input(({ state }) => state === 'used')
  while (backMs.length < times) {
    await farEnd.order('cut')
    const lost = await server.input(({ state }) => state === 'lost')
    received = lost.received ?? 0
    await sleep((backMs.length % 10) * 100)
    await farEnd.order('restore')
    const backAt = performance.now()
    const before = received
    await server.input((input) => (input.received ?? 0) > before)
    backMs.push(performance.now() - backAt)
  }
  return backMs
}
