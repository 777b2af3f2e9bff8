import { busLimits, type BusState } from '@marinedata/model'
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { HeardBusMessage, SentBusMessage } from '#plugin/buses/buses.ts'
import {
  casesWith,
  isRefused,
  timeLimits,
  type Case,
  type CaseWith,
  type Subject,
  type SuiteOptions,
} from '../conformance.ts'
import type { OfferedTestBus } from './test-buses.ts'

/** The far end of the wire: a simulated gateway, or devices. */
export interface BusWire {
  /** The payloads of the messages that the plugin has written, oldest first. There may be others among them. */
  written(): readonly Uint8Array[]
  /** A device sends a message of this topic. */
  receive(topic: string): void
}

export interface BusSuiteOptions extends SuiteOptions {
  readonly wire: BusWire
  /** A message to all devices that the bus can send. Each number from 0 to 99 has a payload of its own. */
  readonly message: (number: number) => Pick<SentBusMessage, 'topic' | 'payload'>
  /** The topic of the messages that devices send. */
  readonly topic: string
  /** Whether the far end of a bus that can send takes messages already: a gateway that was just connected claims an address first. */
  readonly isReady?: (state: BusState) => boolean
  /** How long a bus may take until it can send, in milliseconds; default 20,000. */
  readonly readyMs?: number
}

const pollMs = 10
/** A wire may be a connection to another process: what is written arrives a little later. */
const arrivalMs = 1_000
/** As many as a plugin may send in a second. */
const atOnce = busLimits.sendsPerSecond
const noDevice = 'fffffffffffffffe'
/** A receiver's clock may differ a little; seconds instead of milliseconds differ a lot. */
const clockMs = 60_000

const hex = (payload: Uint8Array): string => Buffer.from(payload).toString('hex')

/** The buses of the plugin, and the wire of the suite. */
class Buses {
  readonly #options: BusSuiteOptions
  #waited: Promise<void> | undefined
  #ready: Promise<OfferedTestBus | undefined> | undefined

  constructor(options: BusSuiteOptions) {
    this.#options = options
  }

  get topic(): string {
    return this.#options.topic
  }

  get wire(): BusWire {
    return this.#options.wire
  }

  /** The buses that are offered, after there is one of each declared kind or the time is up. That is waited for once. */
  async offered(subject: Subject): Promise<readonly OfferedTestBus[]> {
    this.#waited ??= this.#untilOffered(subject)
    await this.#waited
    return [...(await subject.running()).boat.buses.offered.values()]
  }

  /** The first bus that can send, or undefined when the time is up. It is waited for once. */
  async ready(subject: Subject): Promise<OfferedTestBus | undefined> {
    this.#ready ??= this.#untilReady(subject)
    return await this.#ready
  }

  /** Sends messages at once, and resolves with the payloads of these messages on the wire, in order. */
  async write(bus: OfferedTestBus, numbers: readonly number[], { observeMs }: Subject): Promise<string[]> {
    const { message, wire } = this.#options
    const messages = numbers.map((number) => ({ ...message(number), to: null, priority: 6 }))
    const own = new Set(messages.map(({ payload }) => hex(payload)))
    const written = (): string[] =>
      wire
        .written()
        .map(hex)
        .filter((payload) => own.has(payload))
    await Promise.all(messages.map(async (each) => await bus.send(each, busLimits.maxDeadlineSeconds)))
    const end = performance.now() + arrivalMs
    while (written().length < messages.length && performance.now() < end) await sleep(pollMs)
    // A second copy would follow soon.
    await sleep(observeMs)
    return written()
  }

  payloads(numbers: readonly number[]): string[] {
    return numbers.map((number) => hex(this.#options.message(number).payload))
  }

  /** Sends a message to one device, which is not on the bus. */
  async sendToNobody(bus: OfferedTestBus, number: number): Promise<void> {
    const message = { ...this.#options.message(number), to: noDevice, priority: 6 }
    await isRefused(bus.send(message), 'A message to a device that is not on the bus')
  }

  /** The next message of a device; undefined when none is passed on in time. */
  async heard(bus: OfferedTestBus): Promise<HeardBusMessage | undefined> {
    const { topic, wire } = this.#options
    bus.want([topic])
    const passed = bus.heard.next((message) => message.topic === topic, timeLimits.startMs)
    // The plugin learns a little later that the topic is wanted.
    const sending = setInterval(() => wire.receive(topic), 50)
    try {
      return await passed.catch(() => undefined)
    } finally {
      clearInterval(sending)
    }
  }

  async #untilOffered(subject: Subject): Promise<void> {
    const { boat } = await subject.running()
    const kinds = await kindsOf(subject)
    const end = performance.now() + timeLimits.startMs
    const isMissing = (kind: string): boolean =>
      [...boat.buses.offered.values()].every(({ state }) => state.kind !== kind)
    while (kinds.some(isMissing) && performance.now() < end) await sleep(pollMs)
  }

  async #untilReady(subject: Subject): Promise<OfferedTestBus | undefined> {
    const { readyMs = 20_000, isReady = () => true } = this.#options
    const end = performance.now() + readyMs
    for (;;) {
      const buses = await this.offered(subject)
      const found = buses.find(({ state }) => state.canSend && isReady(state))
      if (found !== undefined || buses.length === 0 || performance.now() > end) return found
      await sleep(pollMs)
    }
  }
}

const kindsOf = async (subject: Subject): Promise<readonly string[]> =>
  (await subject.found()).manifest.offers?.buses ?? []

/** Runs a check when a bus can send: that none can is a failure of one case, not of all. */
const whenReady =
  (check: (bus: OfferedTestBus, buses: Buses, subject: Subject) => Promise<void>) =>
  async (buses: Buses, subject: Subject): Promise<void> => {
    const bus = await buses.ready(subject)
    if (bus !== undefined) await check(bus, buses, subject)
  }

const many = Array.from({ length: atOnce }, (_, at) => at + 1)

const cases: readonly CaseWith<Buses>[] = [
  {
    title: 'its manifest declares the kinds of buses that it offers',
    check: async (_buses, subject) => assert.ok((await kindsOf(subject)).length > 0, 'It declares none'),
  },
  {
    title: 'offers a bus of each declared kind within 10 s',
    check: async (buses, subject) => {
      const offered = new Set((await buses.offered(subject)).map(({ state }) => state.kind))
      const missing = (await kindsOf(subject)).filter((kind) => !offered.has(kind))
      assert.deepEqual(missing, [])
    },
  },
  {
    title: 'a bus can send when its wire is connected',
    check: async (buses, subject) => {
      if ((await buses.offered(subject)).length === 0) return
      assert.ok(await buses.ready(subject), 'No bus can send')
    },
  },
  {
    title: 'a message is on the wire when its sending is answered, once',
    check: whenReady(async (bus, buses, subject) =>
      assert.deepEqual(await buses.write(bus, [0], subject), buses.payloads([0])),
    ),
  },
  {
    title: `writes ${atOnce} messages that are sent at once, in their order`,
    check: whenReady(async (bus, buses, subject) =>
      assert.deepEqual(await buses.write(bus, many, subject), buses.payloads(many)),
    ),
  },
  {
    title: 'refuses a message to a device that is not on the bus, and writes nothing',
    check: whenReady(async (bus, buses, { observeMs }) => {
      const number = atOnce + 1
      await buses.sendToNobody(bus, number)
      await sleep(observeMs)
      const [payload] = buses.payloads([number])
      assert.ok(!buses.wire.written().some((each) => hex(each) === payload), 'It was written')
    }),
  },
  {
    title: 'passes on what devices send, with its time in milliseconds since 1970',
    check: whenReady(async (bus, buses) => {
      const message = await buses.heard(bus)
      assert.ok(message, `It passes on no message of the topic ${buses.topic}`)
      const differenceMs = Math.abs(message.time - Date.now())
      assert.ok(differenceMs < clockMs, `Its time is ${message.time}`)
      assert.ok(message.payload.length > 0, 'Its payload is empty')
    }),
  },
  {
    title: 'a bus has the same id after a restart',
    check: async (buses, subject) => {
      const ids = (await buses.offered(subject)).map(({ state }) => state.id).toSorted()
      if (ids.length === 0) return
      await using again = await subject.started()
      const end = performance.now() + timeLimits.startMs
      const present = (): string[] => [...again.boat.buses.offered.keys()].toSorted()
      while (present().length < ids.length && performance.now() < end) await sleep(pollMs)
      assert.deepEqual(present(), ids)
    },
  },
]

/** The cases that every plugin that offers a bus passes. */
export const busCases = (options: BusSuiteOptions): readonly Case[] => casesWith(new Buses(options), cases)
