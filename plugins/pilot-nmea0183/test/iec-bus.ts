import { IecPilot } from '@marinedata/pilot-simulators'
import type { AutopilotReport } from '@marinedata/plugin-api'
import type { StartedPlugin, TestBus } from '@marinedata/plugin-api/testing'
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'

/** The sentences of the plugin nmea0183, with a simulated pilot. */
export class IecBus implements Disposable {
  readonly pilot: IecPilot
  /** What the plugin sent. */
  readonly sent: string[] = []
  #bus: TestBus | undefined
  #isCut = false
  readonly #timer: NodeJS.Timeout

  constructor({ pace = 1 }: { readonly pace?: number } = {}) {
    this.pilot = new IecPilot({
      pace,
      send: (line) => {
        if (!this.#isCut) this.hear(line)
      },
      after: (ms, run) => void setTimeout(run, ms),
    })
    this.#timer = setInterval(() => this.pilot.step(performance.now()), 20)
  }

  async offerTo(plugin: StartedPlugin): Promise<void> {
    this.#bus = plugin.buses.offer({ id: 'nmea0183', kind: 'nmea0183' }, ({ payload }) => {
      const line = Buffer.from(payload).toString('latin1')
      this.sent.push(line)
      if (!this.#isCut) this.pilot.receive(line)
    })
    await this.reported(plugin, ({ state }) => state !== 'off-line')
  }

  /** The plugin receives a sentence. */
  hear(line: string): void {
    const [, topic = ''] = /^\$..(...)/.exec(line) ?? []
    const payload = new Uint8Array(Buffer.from(line, 'latin1'))
    this.#bus?.heard([{ topic, from: null, to: null, priority: 7, time: Date.now(), payload }])
  }

  cut(isCut: boolean): void {
    this.#isCut = isCut
  }

  lose(): void {
    this.#bus?.lose()
  }

  async reported(
    plugin: StartedPlugin,
    isIt: (report: AutopilotReport) => boolean,
  ): Promise<AutopilotReport> {
    for (let count = 0; count < 2_000; count++) {
      const last = plugin.devices.get('heading-control')?.reports.at(-1) as AutopilotReport | undefined
      if (last !== undefined && isIt(last)) return last
      await sleep(10)
    }
    return assert.fail('The report is missing')
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer)
  }
}

/** APB of a chart plotter. */
export const apb = (heading: number): string => {
  const body = `ECAPB,A,A,0.000,R,N,V,V,${heading.toFixed(1)},T,WP001,${heading.toFixed(1)},T,${heading.toFixed(1)},T,A`
  let sum = 0
  for (const character of body) sum ^= character.charCodeAt(0)
  return `$${body}*${sum.toString(16).toUpperCase().padStart(2, '0')}`
}
