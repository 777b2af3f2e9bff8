import { Ev1, type Ev1Options } from '@marinedata/pilot-simulators'
import type { AutopilotReport } from '@marinedata/plugin-api'
import type { StartedPlugin, TestBus } from '@marinedata/plugin-api/testing'
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'

export const pilotName = 'c0788c00e7e04312'
export const ownName = 'c032820022a00001'
export const pilotNode = {
  name: pilotName,
  manufacturer: 'Raymarine',
  model: 'Raymarine EV-1 Course Computer',
} as const

/** A bus with a simulated course computer, for a plugin under test. */
export class PilotBus implements Disposable {
  readonly ev1: Ev1
  /** The payloads that the plugin sent to the pilot, in hexadecimal. */
  readonly sent: string[] = []
  #isCut = false
  #bus: TestBus | undefined
  readonly #timer: NodeJS.Timeout

  constructor(options: Pick<Ev1Options, 'pace'> = {}) {
    this.ev1 = new Ev1({
      ...options,
      send: ({ pgn, priority, payload }, to) => {
        if (this.#isCut) return
        const message = {
          topic: String(pgn),
          from: pilotName,
          to: to ?? null,
          priority,
          time: Date.now(),
          payload,
        }
        this.#bus?.heard([message])
      },
      after: (ms, run) => void setTimeout(run, ms),
    })
    this.#timer = setInterval(() => this.ev1.step(performance.now()), 20)
  }

  /** Offers the bus to a plugin, and waits until it has found the pilot. */
  async offerTo(plugin: StartedPlugin): Promise<void> {
    this.#bus = plugin.buses.offer(
      { id: 'can0', kind: 'nmea2000', name: ownName },
      ({ topic, to, payload }) => {
        if (to !== pilotName) return
        this.sent.push(Buffer.from(payload).toString('hex'))
        if (!this.#isCut) this.ev1.handle({ pgn: Number(topic), payload }, ownName)
      },
    )
    this.#bus.nodes([pilotNode])
    await this.reported(plugin, ({ state }) => state !== 'off-line')
  }

  /** The pilot is there, but nothing of it arrives, and nothing reaches it. */
  cut(isCut: boolean): void {
    this.#isCut = isCut
  }

  /** The pilot leaves the bus, or another one takes its address. */
  nodes(nodes: Parameters<TestBus['nodes']>[0], gone: readonly string[] = []): void {
    this.#bus?.nodes(nodes, gone)
  }

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

  lose(): void {
    this.#bus?.lose()
  }

  async reported(
    plugin: StartedPlugin,
    isIt: (report: AutopilotReport) => boolean,
  ): Promise<AutopilotReport> {
    for (let count = 0; count < 2_000; count++) {
      const last = plugin.devices.get('raymarine')?.reports.at(-1) as AutopilotReport | undefined
      if (last !== undefined && isIt(last)) return last
      await sleep(10)
    }
    return assert.fail('The report is missing')
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer)
  }
}
