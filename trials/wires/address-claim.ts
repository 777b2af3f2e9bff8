import { maxAddress, networkPgns, nullAddress, type BusNode } from '@marinedata/nmea2000'
import { randomFrom } from '../soak/harbour.ts'
import { ClaimBus, nameFor, type ClaimFigures } from './claim-bus.ts'

const wanted = 35
/** Unique numbers: of ourselves, and of devices that have priority and have not. */
const [before, own, after] = [1, 50, 100] as const
const claimedMs = 1_000
/** Longer than a device without an address waits before it tries again. */
const retriedMs = 11_000

const nodeAt = (bus: ClaimBus): BusNode => {
  const node = bus.start(own, wanted)
  bus.advance(claimedMs)
  return node
}

const loses = (bus: ClaimBus, atMs: number): boolean => {
  const node = bus.start(own, wanted)
  bus.advance(atMs)
  bus.claim(before, wanted)
  bus.advance(5)
  const at = bus.bus.frames.length
  bus.advance(claimedMs)
  return node.address === wanted + 1 && bus.bus.frames.slice(at).every(({ source }) => source !== wanted)
}

/** What must hold on the bus, by name. */
const cases: Readonly<Record<string, (bus: ClaimBus) => boolean>> = {
  'priority-in-claim-window': (bus) => loses(bus, 400),
  'priority-after-claim': (bus) => loses(bus, 2_000),
  'both-at-once': (bus) => {
    const nodes = [after, before, own].map((number) => bus.start(number, wanted))
    bus.advance(3_000)
    const addresses = nodes.map(({ address }) => address)
    return addresses[1] === wanted && !addresses.includes(undefined) && new Set(addresses).size === 3
  },
  'all-addresses-taken': (bus) => {
    const node = bus.start(own, wanted)
    for (let address = 0; address <= maxAddress; address++) bus.claim(1_000 + address, address)
    bus.advance(claimedMs)
    const hadNone = node.address === undefined && bus.figures.frames === 0
    bus.claim(1_007, nullAddress)
    bus.advance(retriedMs)
    return hadNone && node.address === 7
  },
  'own-echo': (bus) => {
    const node = nodeAt(bus)
    const at = bus.bus.frames.length
    bus.claim(own, wanted)
    bus.advance(claimedMs)
    const claims = bus.bus.frames.slice(at).filter(({ pgn }) => pgn === networkPgns.claim)
    return node.address === wanted && claims.length === 1
  },
  commanded: (bus) => {
    const node = nodeAt(bus)
    bus.command(node.name, 77)
    bus.advance(claimedMs)
    return node.address === 77
  },
  '100-restarts': (bus) => {
    bus.start(after, wanted - 1)
    let node = bus.start(own, wanted - 1)
    bus.advance(claimedMs)
    const first = node.address
    for (let restarts = 0; restarts < 100; restarts++) {
      if (node.address !== first || first === undefined) return false
      bus.stop(node)
      bus.advance(restarts * 7)
      node = bus.start(own, first)
      bus.advance(claimedMs)
    }
    return node.address === first
  },
}

const isClean = ({ early, sharedMs }: ClaimFigures): boolean => early === 0 && sharedMs <= 250

/** Tries every case once. */
export const tryClaimCases = (): readonly { readonly name: string; readonly pass: boolean }[] =>
  Object.entries(cases).map(([name, isSo]) => {
    const bus = new ClaimBus()
    const pass = isSo(bus)
    return { name, pass: pass && isClean(bus.figures), ...bus.figures }
  })

/** Devices that are switched on and off, and are given other addresses, at random. */
class RandomRun {
  readonly bus = new ClaimBus()
  readonly #random: () => number
  readonly #addresses: number
  /** By unique number: the device, where it is on, and the address that it had last. */
  readonly #devices: { node: BusNode | undefined; address: number }[]

  constructor(seed: number) {
    this.#random = randomFrom(seed)
    const count = 2 + this.#below(11)
    // The fewer addresses they want, the more often they want the same.
    this.#addresses = 1 + this.#below(count)
    this.#devices = Array.from({ length: count }, () => ({ node: undefined, address: this.#someAddress() }))
  }

  /** Ends with time enough to settle; false when a device that is on has no address then, or one that another has. */
  run(): boolean {
    for (let changes = 0; changes < 24; changes++) {
      this.#change(this.#below(this.#devices.length))
      // Half of the changes come at the same time as the one before, or almost.
      if (this.#random() < 0.5) this.bus.advance(this.#random() * 600)
    }
    this.bus.advance(5_000)
    const nodes = this.#devices.flatMap(({ node }) => node ?? [])
    const addresses = new Set(nodes.map(({ address }) => address))
    return addresses.size === nodes.length && !addresses.has(undefined)
  }

  #change(index: number): void {
    const device = this.#devices[index]
    if (device === undefined) return
    const { node } = device
    if (node === undefined) device.node = this.bus.start(index, device.address)
    else if (this.#random() < 0.4) this.bus.command(nameFor(index), this.#someAddress())
    else {
      device.address = node.address ?? device.address
      this.bus.stop(node)
      // Half of them are switched on again at once.
      device.node = this.#random() < 0.5 ? this.bus.start(index, device.address) : undefined
    }
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit)
  }

  #someAddress(): number {
    return wanted + this.#below(this.#addresses)
  }
}

/** Runs many buses. The seeds of failed runs are in the figures. */
export const runRandomClaims = (
  runs: number,
): ClaimFigures & { readonly runs: number; readonly failed: number[] } => {
  const failed: number[] = []
  const all = { frames: 0, early: 0, sharedMs: 0 }
  for (let seed = 1; seed <= runs; seed++) {
    const run = new RandomRun(seed)
    const isSettled = run.run()
    const { figures } = run.bus
    if (!isSettled || !isClean(figures)) failed.push(seed)
    all.frames += figures.frames
    all.early += figures.early
    all.sharedMs = Math.max(all.sharedMs, figures.sharedMs)
  }
  return { runs, ...all, failed: failed.slice(0, 10) }
}
