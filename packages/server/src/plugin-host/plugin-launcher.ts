import type { Session } from '@marinedata/core'
import { Capabilities, settingsWithDefaults } from '@marinedata/plugin-api/host'
import type { Logger } from 'pino'
import { BusPort } from './buses/bus-port.ts'
import { HistoryPort } from './history/history-port.ts'
import { CoursePort } from './questions/course-port.ts'
import { WeatherPort } from './questions/weather-port.ts'
import type { FoundPlugin } from './discovery.ts'
import type { PluginEnvironment } from './plugin-environment.ts'
import { PluginOutlet } from './plugin-outlet.ts'
import { PluginRun } from './plugin-run.ts'
import type { PluginStats } from './plugin-stats.ts'
import { protocolHandlers } from './protocol-handlers.ts'
import type { ReportedState } from './reported-state.ts'

type Level = 'debug' | 'info' | 'warn' | 'error'

interface PluginLauncherOptions {
  readonly environment: PluginEnvironment
  readonly stats: PluginStats
  readonly reported: ReportedState
  readonly log: Logger
}

interface LaunchRequest {
  readonly name: string
  readonly usable: Extract<FoundPlugin['usable'], { manifest: unknown }>
  /** The settings that the owner has chosen. They were checked. */
  readonly settings: Readonly<Record<string, unknown>>
  readonly isInspected: boolean
  /** 1 for the first start, higher after faults. */
  readonly attempt: number
}

/** A new process as a provider of answers. */
const newPorts = () => ({
  historyPort: new HistoryPort(),
  weatherPort: new WeatherPort(),
  coursePort: new CoursePort(),
})

/** Starts the processes of one plugin, each with its own session and protocol handlers, and cleans up after them. */
export class PluginLauncher {
  readonly #options: PluginLauncherOptions
  #session: Session | undefined
  #port: BusPort | undefined

  readonly #write = (level: Level, message: string): void => {
    const { stats, log } = this.#options
    if (stats.appendLog(level, message)) log[level]({ event: 'plugin.log' }, message)
  }

  constructor(options: PluginLauncherOptions) {
    this.#options = options
  }

  launch({ name, usable, settings, ...start }: LaunchRequest): PluginRun {
    const { manifest } = usable
    const { environment, stats, reported } = this.#options
    const { own, clock, processes, serverVersion, isolation } = environment
    reported.reset()
    const outlet = new PluginOutlet()
    const session = environment.sessions.open(outlet)
    this.#session = session
    const port = new BusPort(name)
    this.#port = port
    const ports = newPorts()
    const handlers = protocolHandlers({
      ...environment,
      name,
      capabilities: new Capabilities(manifest, own),
      stats,
      session: () => session,
      port,
      ...ports,
      reported,
      write: this.#write,
      authorise: environment.gateOf(name),
    })
    const run = new PluginRun({
      ...usable,
      ...start,
      settings: settingsWithDefaults(manifest.settings, settings),
      chosen: settings,
      place: isolation.placeOf(name),
      ...own,
      handlers,
      stats,
      clock,
      processes,
      serverVersion,
      write: this.#write,
    })
    for (const receiver of [outlet, port, ...Object.values(ports)]) receiver.attach(run)
    return run
  }

  /** Closes the buses of the process immediately: it is being stopped, or has ended. */
  loseBuses(): void {
    if (this.#port === undefined) return
    this.#port.close()
    this.#options.environment.buses.lose(this.#port)
    this.#port = undefined
  }

  /** Releases what a process that has ended held: its session, inputs, buses, devices and resources. */
  cleanUp(name: string): void {
    const { environment, reported } = this.#options
    this.loseBuses()
    if (this.#session !== undefined) environment.sessions.close(this.#session)
    this.#session = undefined
    reported.clearInputs()
    environment.devices.lose(name)
    environment.resources.lose(name)
    environment.history.lose(name)
    environment.weather.lose(name)
    environment.courseProviders.lose(name)
  }
}
