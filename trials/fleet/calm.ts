import { decodeLive, type Layer } from '@marinedata/uplink-protocol'
import { setTimeout as sleep } from 'node:timers/promises'
import { quantile } from '@marinedata/testing/measured/latency-readers'
import { Shore } from './shore.ts'
import { SimulatedBoat } from '../../scripts/fleet/simulated-boat.ts'

export interface CalmFound {
  readonly boats: number
  readonly seconds: number
  readonly batches: number
  readonly ackP99Ms: number
  readonly live: number
  readonly liveLost: number
  readonly liveP99Ms: number
  /** Processors, per 1,000 boats. */
  readonly natsCores: number
  readonly gatewayCores: number
}

const periodMs = 10_000
const layer: Layer = 'minutes'
/** For what was sent last. */
const lastAnswersMs = 2_000

const joined = async (boats: readonly SimulatedBoat[]): Promise<void> => {
  const deadline = performance.now() + 120_000
  for (;;) {
    const waiting = boats.filter(({ state }) => state !== 'flowing').length
    if (waiting === 0) return
    if (performance.now() > deadline) throw new Error(`${waiting} boats are not connected after two minutes`)
    await sleep(100)
  }
}

const rounded = (value: number, digits: number): number => Number(value.toFixed(digits))

/** What is measured of a fleet, from the moment of `begin`. */
class Measurements {
  acks: number[] = []
  delays: number[] = []
  shown = 0

  begin(): void {
    this.acks = []
    this.delays = []
    this.shown = 0
  }
}

const calmBoats = (
  count: number,
  addresses: readonly string[],
  acks: (ms: number) => void,
): SimulatedBoat[] =>
  Array.from(
    { length: count },
    (_, index) =>
      new SimulatedBoat({
        vessel: `urn:mrn:imo:mmsi:${230_000_000 + index}`,
        gateways: index % 2 === 0 ? addresses : addresses.toReversed(),
        random: Math.random,
        lostAcks: 0,
        acknowledged: acks,
      }),
  )

const nearby = (degrees: number): number => degrees + Math.random() * 0.001

const show = (boat: SimulatedBoat): void => {
  boat.grow(layer)
  const place = Number(boat.vessel.slice(-5))
  const value = { latitude: nearby(40 + (place % 100) / 5), longitude: nearby(place / 2_000) }
  const timestamp = new Date().toISOString()
  boat.show({ updates: [{ timestamp, values: [{ path: 'navigation.position', value }] }] })
}

/** Every boat in turn, spread over the period, as boats are that have nothing to do with each other. */
const keepSending = (boats: readonly SimulatedBoat[], sent: () => void): Disposable => {
  const began = performance.now()
  let next = 0
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - began) / periodMs) * boats.length)
    for (; next < due; next++) {
      const boat = boats[next % boats.length]
      if (boat === undefined) continue
      show(boat)
      sent()
    }
  }, 20)
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

/** A map ashore that sees every boat. */
const watchAll = ({ connection }: Shore, seen: (delayMs: number) => void): void =>
  void connection.subscribe('md.live.>', {
    callback: (_, { data }) => {
      const [update] = decodeLive(data).updates
      seen(Date.now() - Date.parse(update?.timestamp ?? ''))
    },
  })

/** F2: every boat sends a batch and its latest values every ten seconds, and nothing fails. */
export const trialOfCalm = async (boatCount: number, seconds: number): Promise<CalmFound> => {
  await using stack = new AsyncDisposableStack()
  const shore = stack.use(await Shore.start({ isBlind: false, isLossy: false }))
  const measured = new Measurements()
  const boats = calmBoats(boatCount, shore.addresses, (ms) => void measured.acks.push(ms))
  stack.defer(() => boats.forEach((boat) => boat[Symbol.dispose]()))
  await joined(boats)
  watchAll(shore, (ms) => void measured.delays.push(ms))
  const sending = stack.use(keepSending(boats, () => void measured.shown++))
  await sleep(periodMs)
  const before = await shore.processorSeconds()
  measured.begin()
  const began = performance.now()
  await sleep(seconds * 1_000)
  const after = await shore.processorSeconds()
  const boatSeconds = (boatCount / 1_000) * ((performance.now() - began) / 1_000)
  sending[Symbol.dispose]()
  await sleep(lastAnswersMs)
  const { acks, delays, shown } = measured
  return {
    boats: boatCount,
    seconds,
    batches: acks.length,
    ackP99Ms: rounded(quantile(acks, 0.99), 1),
    live: delays.length,
    liveLost: Math.max(0, shown - delays.length),
    liveP99Ms: rounded(quantile(delays, 0.99), 1),
    natsCores: rounded((after.nats - before.nats) / boatSeconds, 4),
    gatewayCores: rounded((after.gateways - before.gateways) / boatSeconds, 4),
  }
}
