import {
  broadcastAddress,
  BusNode,
  ManualTimer,
  marineDeviceName,
  nameBytesOf,
  nameTextFrom,
  networkPgns,
  nullAddress,
  SimulatedBus,
  TransportSender,
  type DeviceName,
  type Frame,
  type NameText,
} from '@marinedata/nmea2000'

/** Nothing is sent from an address before it was claimed for this long. */
const claimMs = 250
/** How often addresses are compared. */
const stepMs = 5
/** Every device sends data at every fourth step. */
const sendEvery = 4
const position = { priority: 2, pgn: 129_025, destination: broadcastAddress, payload: new Uint8Array(8) }

/** The NAME of a device. One with a lower number has priority. */
export const nameFor = (uniqueNumber: number): NameText => nameTextFrom(deviceName(uniqueNumber))

const deviceName = (uniqueNumber: number): DeviceName =>
  marineDeviceName({ uniqueNumber, manufacturerCode: 2_000, deviceFunction: 130, deviceClass: 25 })

/** What was seen on a bus. */
export interface ClaimFigures {
  /** Frames with data. */
  readonly frames: number
  /** Frames that were sent from an address less than 250 ms after its claim, or without one. */
  readonly early: number
  /** The longest time that two devices had the same address. */
  readonly sharedMs: number
}

/** A bus in simulated time, which notes what devices do wrong. */
export class ClaimBus {
  readonly timer = new ManualTimer()
  readonly bus = new SimulatedBus(this.timer)
  /** With how they are attached to the bus. */
  readonly #nodes = new Map<BusNode, Disposable>()
  readonly #sharedSince = new Map<number, number>()
  #steps = 0
  #frames = 0
  #early = 0
  #sharedMs = 0

  get figures(): ClaimFigures {
    return { frames: this.#frames, early: this.#early, sharedMs: this.#sharedMs }
  }

  /** Puts a device on the bus and switches it on. */
  start(uniqueNumber: number, preferredAddress: number): BusNode {
    const check = this.#checkFrames()
    const node = new BusNode({
      name: deviceName(uniqueNumber),
      product: { modelId: 'Device' },
      configuration: {},
      transmits: [position.pgn],
      receives: [],
      preferredAddress,
      timer: this.timer,
      random: () => 0.5,
      send: (frame) => {
        check(frame)
        this.bus.send(frame)
      },
    })
    this.#nodes.set(node, this.bus.attach(node))
    node.start()
    return node
  }

  /** Switches a device off. */
  stop(node: BusNode): void {
    this.#nodes.get(node)?.[Symbol.dispose]()
    this.#nodes.delete(node)
    node[Symbol.dispose]()
  }

  /** A claim of a device that does nothing else. */
  claim(uniqueNumber: number, address: number): void {
    const data = nameBytesOf(nameFor(uniqueNumber))
    this.bus.send({ priority: 6, pgn: networkPgns.claim, source: address, destination: 255, data })
  }

  /** Gives a device another address, as a plotter does. */
  command(name: NameText, address: number): void {
    const sender = new TransportSender({
      priority: 6,
      pgn: networkPgns.commandedAddress,
      source: nullAddress - 3,
      destination: broadcastAddress,
      payload: Uint8Array.of(...nameBytesOf(name), address),
    })
    this.bus.send(sender.begin())
    for (let part = sender.nextPart(); part !== undefined; part = sender.nextPart()) this.bus.send(part)
  }

  /** Lets time pass. Every device sends data all the time. */
  advance(ms: number): void {
    for (const end = this.timer.now + ms; this.timer.now < end;) {
      if (++this.#steps % sendEvery === 0) for (const node of this.#nodes.keys()) node.send(position)
      this.timer.advance(Math.min(stepMs, end - this.timer.now))
      this.#compareAddresses()
    }
  }

  /** Compares the frames of a device with its own claims. */
  #checkFrames(): (frame: Frame) => void {
    let claimed = { address: -1, at: 0 }
    return ({ pgn, source }) => {
      const at = this.timer.now
      if (pgn === networkPgns.claim) {
        if (source !== claimed.address) claimed = { address: source, at }
      } else if (pgn !== networkPgns.request || source !== nullAddress) {
        this.#frames++
        if (source !== claimed.address || at - claimed.at < claimMs) this.#early++
      }
    }
  }

  #compareAddresses(): void {
    const users = Map.groupBy(this.#nodes.keys(), ({ address }) => address)
    for (const address of this.#sharedSince.keys())
      if ((users.get(address)?.length ?? 0) < 2) this.#sharedSince.delete(address)
    for (const [address, { length }] of users) {
      if (address === undefined || length < 2) continue
      const since = this.#sharedSince.get(address) ?? this.timer.now - stepMs
      this.#sharedSince.set(address, since)
      this.#sharedMs = Math.max(this.#sharedMs, this.timer.now - since)
    }
  }
}
