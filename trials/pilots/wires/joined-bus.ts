import { startPlugin, type OfferedTestBus, type StartedPlugin } from '@marinedata/plugin-api/testing'
import type { AutopilotReport, HeardBusMessage } from '@marinedata/plugin-api'
import type { PilotWire } from './pilot-wire.ts'
import { waitUntil } from '../trial-server.ts'

const passMs = 2

/** The bus that another plugin offers, passed on to a pilot plugin under test as the server does. */
export class JoinedBus implements AsyncDisposable {
  readonly #owner: StartedPlugin
  readonly #offered: OfferedTestBus
  readonly #timer: NodeJS.Timeout
  #pass: () => void = () => undefined

  private constructor(owner: StartedPlugin, offered: OfferedTestBus) {
    this.#owner = owner
    this.#offered = offered
    this.#timer = setInterval(() => this.#pass(), passMs)
  }

  /** @param plugin the one that offers the bus */
  static async open(plugin: string, { settings, environment }: PilotWire): Promise<JoinedBus> {
    const { PATH = '' } = process.env
    Object.assign(process.env, environment)
    await using stack = new AsyncDisposableStack()
    const place = new URL(`../../../plugins/${plugin}/`, import.meta.url)
    const owner = stack.use(await startPlugin(place, { settings: settings[plugin] ?? {} }))
    // The pilot plugin is found, and confined, as always.
    process.env['PATH'] = PATH
    const offered = (): OfferedTestBus | undefined => [...owner.buses.offered.values()][0]
    await waitUntil('the bus', async () => {
      for (const { id, state } of owner.inputs) if (state === 'found') await owner.act('use', { id })
      return offered()?.state.canSend === true
    })
    const bus = offered()
    if (bus === undefined) throw new Error('The bus was withdrawn')
    // NMEA 0183 knows no devices.
    if (bus.state.kind === 'nmea2000')
      await waitUntil('the pilot on the bus', () =>
        [...bus.nodes.values()].some(({ function: kind }) => kind === 'Autopilot'),
      )
    stack.move()
    return new JoinedBus(owner, bus)
  }

  /** Offers the bus to a plugin, and waits until it has found its pilot. */
  async offerTo(plugin: StartedPlugin, device: string): Promise<void> {
    const offered = this.#offered
    const { heard } = offered
    const buses = plugin.manifest.buses?.filter(({ kind }) => kind === offered.state.kind) ?? []
    const topics = buses.flatMap(({ hears }) => hears ?? [])
    offered.want(topics, topics)
    let state = JSON.stringify(offered.state)
    const bus = plugin.buses.offer({ ...offered.state }, (message) => offered.send(message))
    let [passed, nodes] = [heard.all.length, '']
    this.#pass = () => {
      if (JSON.stringify(offered.state) !== state) bus.update({ ...offered.state })
      state = JSON.stringify(offered.state)
      const now = JSON.stringify([...offered.nodes.values()].map(({ name, address }) => [name, address]))
      if (now !== nodes) bus.nodes([...offered.nodes.values()])
      nodes = now
      const news: readonly HeardBusMessage[] = heard.all.slice(passed)
      passed = heard.all.length
      if (news.length > 0) bus.heard(news)
    }
    await waitUntil('a report of the pilot', () => {
      const report = plugin.devices.get(device)?.reports.at(-1) as AutopilotReport | undefined
      return report !== undefined && report.state !== 'off-line'
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer)
    await this.#owner[Symbol.asyncDispose]()
  }
}
