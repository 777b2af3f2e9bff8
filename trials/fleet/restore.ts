import { batchSubject, tokenOf } from '@marinedata/fleet'
import { layers } from '@marinedata/uplink-protocol'
import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { randomFrom } from '../soak/harbour.ts'
import { boatsOf, hangingBoats } from './kills.ts'
import { segmentBody } from '../../scripts/fleet/segment-bodies.ts'
import { nodes, Shore, streams } from './shore.ts'
import type { SimulatedBoat } from '../../scripts/fleet/simulated-boat.ts'
import { accountOf, storedBatches, type Account } from './stored-batches.ts'
import { WriterChild, type WriterState } from '../../scripts/fleet/writer-child.ts'
import { placeOf, writtenNumbers } from '../../scripts/fleet/written-numbers.ts'

interface FileAccount {
  readonly recorded: number
  readonly lost: number
  readonly doubled: number
  readonly rejected: number
}

export interface RestoreFound {
  readonly pass: boolean
  readonly boats: number
  readonly seconds: number
  /** Layers of boats of which the shore had less than it had acknowledged. */
  readonly fallenBack: number
  readonly files: FileAccount
  readonly stream: Account
  /** Records that came again to the writers. */
  readonly repeated: number
  readonly holes: number
  readonly hanging: number
}

const copyFolders = (from: readonly string[], to: string): void => {
  for (const [index, folder] of from.entries()) cpSync(folder, join(to, String(index)), { recursive: true })
}

const putBack = (folders: readonly string[], copy: string): void => {
  for (const [index, folder] of folders.entries()) {
    rmSync(folder, { recursive: true })
    cpSync(join(copy, String(index)), folder, { recursive: true })
  }
}

/** Compares the files of the writer with what boats have recorded. */
const filesAccount = (folder: string, boats: readonly SimulatedBoat[]): FileAccount => {
  const { numbers, rejected } = writtenNumbers(folder)
  const sum = { recorded: 0, lost: 0, doubled: 0 }
  for (const { vessel, head } of boats)
    for (const layer of layers) {
      const found = numbers.get(placeOf(tokenOf(vessel) ?? '', layer)) ?? []
      const distinct = new Set(found)
      sum.recorded += head[layer]
      sum.doubled += found.length - distinct.size
      for (let number = 1; number <= head[layer]; number++) if (!distinct.has(number)) sum.lost++
    }
  return { ...sum, rejected }
}

interface AllAccounts {
  readonly files: FileAccount
  readonly stream: Account
}

/** Servers that other work keeps from the processors elect their leaders again and again. */
const patienceMs = 240_000

/**
 * Until the files and the streams have everything. Of a layer of which the restored stream has nothing, the boat sends
 * only what the files do not have: it is judged by the files.
 */
const completeAccounts = async (
  shore: Shore,
  folder: string,
  boats: readonly SimulatedBoat[],
): Promise<AllAccounts> => {
  const deadline = performance.now() + patienceMs
  const headBySubject = new Map(
    boats.flatMap(({ vessel, head }) =>
      layers.map((layer) => [batchSubject(tokenOf(vessel) ?? '', layer), head[layer]] as const),
    ),
  )
  for (;;) {
    const files = filesAccount(folder, boats)
    const stored = await storedBatches(shore.connection, streams)
    const stream = accountOf(new Map([...headBySubject].filter(([subject]) => stored.has(subject))), stored)
    if (files.lost + stream.lost === 0 || performance.now() > deadline) return { files, stream }
    await sleep(1_000)
  }
}

/** Boats record, NATS is copied, and after some time it is restored from the copy. */
const restoreWhile = async (
  shore: Shore,
  boats: readonly SimulatedBoat[],
  seconds: number,
): Promise<void> => {
  const copy = join(shore.folder, 'copy')
  const random = randomFrom(4)
  const growing = setInterval(() => {
    for (const boat of boats) if (random() < 0.07) boat.grow(layers[Math.floor(random() * 3)] ?? 'minutes')
  }, 500)
  await sleep(Math.min(30_000, seconds * 500))
  await shore.cluster.whileStopped(() => copyFolders(shore.cluster.folders, copy))
  await sleep(seconds * 1_000)
  await shore.cluster.whileStopped(() => putBack(shore.cluster.folders, copy))
  await sleep(5_000)
  clearInterval(growing)
}

const sumOf = (states: readonly WriterState[], key: 'repeated' | 'holes'): number =>
  states.reduce((sum, state) => sum + state[key], 0)

/** NATS is restored from a copy that is older than what boats and writers have. */
export const trialOfRestore = async ({
  boats: boatCount,
  seconds,
}: {
  readonly boats: number
  readonly seconds: number
}): Promise<RestoreFound> => {
  await using shore = await Shore.start({ isBlind: false, isLossy: true })
  const folder = join(shore.folder, 'shards')
  mkdirSync(folder)
  const options = { servers: shore.cluster.servers, streams, replicas: nodes, folder }
  await using one = await WriterChild.start(options)
  await using other = await WriterChild.start(options)
  const boats = boatsOf(boatCount, shore.addresses, { random: randomFrom(5), body: segmentBody })
  await restoreWhile(shore, boats, seconds)
  const hanging = await hangingBoats(boats)
  const { files, stream } = await completeAccounts(shore, folder, boats)
  const states = [await one.state(), await other.state()]
  const fallenBack = boats.reduce((sum, { fallbacks }) => sum + fallbacks, 0)
  for (const boat of boats) boat[Symbol.dispose]()
  const missing = files.lost + stream.lost + files.doubled + stream.doubled + files.rejected + hanging
  return {
    pass: files.recorded > 0 && fallenBack > 0 && missing === 0,
    boats: boatCount,
    seconds,
    fallenBack,
    files,
    stream,
    repeated: sumOf(states, 'repeated'),
    holes: sumOf(states, 'holes'),
    hanging,
  }
}
