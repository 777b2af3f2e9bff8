import type { AutopilotReport, BusNode } from '@marinedata/model'
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { StartedPlugin } from '../start-plugin.ts'
import type { TestBus } from './test-buses.ts'

/** A message of a simulated pilot to one device, by its NAME, or to all. */
export type SendFromPilot = (
  message: { readonly pgn: number; readonly priority: number; readonly payload: Uint8Array },
  to: string | undefined,
) => void

/** A simulated pilot on a bus. */
export interface BusPilotUnderTest {
  /** Takes a message. */
  receive(message: {
    readonly pgn: number
    readonly payload: Uint8Array
    readonly from: string
    readonly isAddressed: boolean
    readonly ownAddress: number
  }): unknown
  /** Sends what is due. @param now monotonic milliseconds */
  step(now: number): void
}

export interface PilotBusOptions<Pilot extends BusPilotUnderTest> {
  /** What the pilot is on the bus. */
  readonly node: BusNode
  /** The id of the device that the plugin registers. */
  readonly device: string
  readonly makePilot: (port: {
    readonly send: SendFromPilot
    readonly after: (ms: number, run: () => void) => void
  }) => Pilot
  /** The apparent wind angle that an instrument of the boat measures, in radians; default none. */
  readonly windAngle?: (pilot: Pilot) => number
}

/** The NAME of the plugin on the bus. */
export const ownBusName = 'c032820022a00001'
const usualAddress = 204
const stepMs = 20
const windPath = 'environment.wind.angleApparent'

/** An NMEA 2000 bus with a simulated pilot, for a plugin under test. */
export class PilotBus<Pilot extends BusPilotUnderTest> implements Disposable {
  readonly pilot: Pilot
  /** The payloads that the plugin sent to the pilot, in hexadecimal. */
  readonly sent: string[] = []
  /** Those of them that go before other messages. */
  readonly sentFirst: string[] = []
  /** The apparent wind angle that an instrument sends, in radians; null when it has none. Undefined without an instrument. */
  windAngle: (() => number | null) | undefined
  readonly #options: PilotBusOptions<Pilot>
  readonly #timer: NodeJS.Timeout
  #isCut = false
  #bus: TestBus | undefined
  #plugin: StartedPlugin | undefined

  constructor(options: PilotBusOptions<Pilot>) {
    this.#options = options
    const { name } = options.node
    this.pilot = options.makePilot({
      send: ({ pgn, priority, payload }, to) => {
        if (this.#isCut) return
        const message = {
          topic: String(pgn),
          from: name,
          to: to ?? null,
          priority,
          time: Date.now(),
          payload,
        }
        this.#bus?.heard([message])
      },
      after: (ms, run) => void setTimeout(run, ms),
    })
    const { windAngle } = options
    this.windAngle = windAngle && (() => windAngle(this.pilot))
    this.#timer = setInterval(() => {
      this.pilot.step(performance.now())
      this.#sendWind()
    }, stepMs)
  }

  /** Offers the bus to a plugin, and waits until it has found the pilot. */
  async offerTo(plugin: StartedPlugin): Promise<void> {
    const { node } = this.#options
    this.#plugin = plugin
    this.#bus = plugin.buses.offer(
      { id: 'can0', kind: 'nmea2000', name: ownBusName },
      ({ topic, to, payload, addressAt, urgent = false }) => {
        if (to !== node.name) return
        const { address = usualAddress } = node
        const written = addressAt === undefined ? payload : payload.with(addressAt, address)
        const hex = Buffer.from(written).toString('hex')
        this.sent.push(hex)
        if (urgent) this.sentFirst.push(hex)
        const message = { pgn: Number(topic), payload: written, from: ownBusName, ownAddress: address }
        if (!this.#isCut) this.pilot.receive({ ...message, isAddressed: addressAt === undefined })
      },
    )
    this.#bus.nodes([node])
    await this.reported(plugin, ({ state }) => state !== 'off-line')
  }

  /** The pilot is there, but nothing of it arrives, and nothing reaches it. */
  cut(isCut: boolean): void {
    this.#isCut = isCut
  }

  /** Changes the devices on the bus. */
  nodes(nodes: readonly BusNode[], gone: readonly string[] = []): void {
    this.#bus?.nodes(nodes, gone)
  }

  /** The plugin receives a message. */
  hear(message: {
    readonly topic: string
    readonly from: string
    readonly to?: string
    readonly hex: string
  }): void {
    const { topic, from, to = null, hex } = message
    const payload = new Uint8Array(Buffer.from(hex.replaceAll(' ', ''), 'hex'))
    this.#bus?.heard([{ topic, from, to, priority: 7, time: Date.now(), payload }])
  }

  /** Changes the state of the bus, as its owner reports it. */
  state(change: { readonly canSend?: boolean; readonly name?: string | undefined }): void {
    // A NAME that is undefined is not reported.
    this.#bus?.update(change as Parameters<TestBus['update']>[0])
  }

  /** Waits until a message was sent so many times. */
  async isSent(hex: string, times = 1): Promise<void> {
    for (let count = 0; count < 2_000; count++) {
      if (this.sent.filter((one) => one === hex).length >= times) return
      await sleep(10)
    }
    assert.fail(`It was not sent: ${hex}`)
  }

  lose(): void {
    this.#bus?.lose()
  }

  /** Waits for a report. */
  async reported(
    plugin: StartedPlugin,
    isIt: (report: AutopilotReport) => boolean,
  ): Promise<AutopilotReport> {
    for (let count = 0; count < 2_000; count++) {
      const last = plugin.devices.get(this.#options.device)?.reports.at(-1) as AutopilotReport | undefined
      if (last !== undefined && isIt(last)) return last
      await sleep(10)
    }
    return assert.fail('The report is missing')
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer)
  }

  #sendWind(): void {
    const value = this.windAngle?.()
    if (value !== undefined) this.#plugin?.send([{ updates: [{ values: [{ path: windPath, value }] }] }])
  }
}
