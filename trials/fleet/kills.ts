import { batchSubject, tokenOf } from '@marinedata/fleet'
import { layers } from '@marinedata/uplink-protocol'
import { setTimeout as sleep } from 'node:timers/promises'
import { randomFrom } from '../soak/harbour.ts'
import { nodes, Shore, streams } from './shore.ts'
import { SimulatedBoat, type SimulatedBoatOptions } from '../../scripts/fleet/simulated-boat.ts'
import { accountOf, storedBatches, type Account } from './stored-batches.ts'

const rounds = 2
/** Numbers that all boats record in half a second. */
const mostPerTick = 400

export interface KillsFound extends Account {
  readonly boats: number
  readonly seconds: number
  readonly kills: Readonly<Record<string, number>>
  /** Boats that were not connected, or whose log was not complete ashore, a minute after the last kill. */
  readonly hanging: number
}

export interface KillsOptions {
  readonly boats: number
  readonly seconds: number
  /** With a store that does not compare: the trial must find it. */
  readonly isBlind: boolean
}

export const boatsOf = (
  count: number,
  addresses: readonly string[],
  options: Pick<SimulatedBoatOptions, 'random' | 'body'>,
): SimulatedBoat[] =>
  Array.from(
    { length: count },
    (_, index) =>
      new SimulatedBoat({
        ...options,
        vessel: `urn:mrn:imo:mmsi:${230_000_000 + index}`,
        gateways: index % 2 === 0 ? addresses : addresses.toReversed(),
        lostAcks: 0.02,
      }),
  )

/** Kills a node, a gateway, some boats, and then all nodes. */
const killInTurn = async (
  shore: Shore,
  boats: readonly SimulatedBoat[],
  {
    round,
    pauseMs,
    random,
  }: { readonly round: number; readonly pauseMs: number; readonly random: () => number },
): Promise<number> => {
  await sleep(pauseMs)
  await shore.cluster.kill(round)
  await sleep(pauseMs / 2)
  shore.cluster.begin(round)
  await sleep(pauseMs / 2)
  await shore.killGateway(round)
  await sleep(pauseMs / 4)
  await shore.beginGateway(round)
  const killed = boats.filter(() => random() < 0.05)
  for (const boat of killed) boat.kill()
  await sleep(pauseMs)
  for (let index = 0; index < nodes; index++) await shore.cluster.kill(index)
  await sleep(1_000)
  for (let index = 0; index < nodes; index++) shore.cluster.begin(index)
  return killed.length
}

/** Waits until everything is ashore. Returns the number of boats of which it is not. */
export const hangingBoats = async (boats: readonly SimulatedBoat[]): Promise<number> => {
  const deadline = performance.now() + 60_000
  const hanging = (): number => boats.filter((boat) => !boat.isComplete || boat.state !== 'flowing').length
  while (hanging() > 0 && performance.now() < deadline) await sleep(250)
  return hanging()
}

/** Boats record and send while everything ashore, and some of them, are killed in turn. */
export const trialOfKills = async ({
  boats: boatCount,
  seconds,
  isBlind,
}: KillsOptions): Promise<KillsFound> => {
  await using shore = await Shore.start({ isBlind, isLossy: true })
  const random = randomFrom(1)
  const boats = boatsOf(boatCount, shore.addresses, { random })
  // Boats, gateways and NATS share two processors: a large fleet records as much as they carry.
  const share = Math.min(0.2, mostPerTick / boatCount)
  const growing = setInterval(() => {
    for (const boat of boats) if (random() < share) boat.grow(layers[Math.floor(random() * 3)] ?? 'minutes')
  }, 500)
  let killedBoats = 0
  for (let round = 0; round < rounds; round++)
    killedBoats += await killInTurn(shore, boats, { round, pauseMs: (seconds * 1_000) / 8, random })
  clearInterval(growing)
  const hanging = await hangingBoats(boats)
  const headBySubject = new Map(
    boats.flatMap(({ vessel, head }) =>
      layers.map((layer) => [batchSubject(tokenOf(vessel) ?? '', layer), head[layer]] as const),
    ),
  )
  for (const boat of boats) boat[Symbol.dispose]()
  const account = accountOf(headBySubject, await storedBatches(shore.connection, streams))
  const kills = { node: rounds, gateway: rounds, boat: killedBoats, all: rounds }
  return { boats: boatCount, seconds, kills, ...account, hanging }
}
