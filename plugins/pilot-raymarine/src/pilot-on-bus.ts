import {
  MarineDataError,
  type AutopilotCommand,
  type AutopilotDevice,
  type BusNode,
  type HeardBusMessage,
  type OpenedBus,
  type StatusLevel,
} from '@marinedata/plugin-api'
import { offline, RaymarinePilot, type Topic } from './raymarine-pilot.ts'
import { alarmNames, topics, type PilotAlarm } from './wire.ts'

const courseComputer = /course computer/i

/** The course computer on the bus: the chosen one, or the only one that says it is one. */
const findPilot = (nodes: readonly BusNode[], chosen: string | undefined): string | undefined => {
  if (chosen !== undefined) return nodes.some(({ name }) => name === chosen) ? chosen : undefined
  const found = nodes.filter(
    ({ manufacturer = '', model = '' }) => /raymarine/i.test(manufacturer) && courseComputer.test(model),
  )
  return found.length === 1 ? found[0]?.name : undefined
}

export interface PilotOnBusOptions {
  /** The NAME of the course computer, if the owner has set it. */
  readonly chosen: string | undefined
  readonly status: (level: StatusLevel, words: string) => void
}

/** Finds the course computer on the bus by its NAME, and passes on what it says. */
export class PilotOnBus {
  readonly #options: PilotOnBusOptions
  readonly #pilot: RaymarinePilot
  #name: string | undefined
  hasCourse = false
  device: AutopilotDevice | undefined
  bus: OpenedBus<Topic> | undefined

  constructor(options: PilotOnBusOptions) {
    this.#options = options
    this.#pilot = new RaymarinePilot({
      hasCourse: () => this.hasCourse,
      onAlarm: (alarm) => this.#alarm(alarm),
      send: async (message) => {
        if (this.#name === undefined || this.bus === undefined)
          throw new MarineDataError('autopilot-offline', 'The pilot is not on the bus')
        await this.bus.send({ ...message, to: this.#name })
      },
    })
  }

  async carryOut(command: AutopilotCommand, signal: AbortSignal): Promise<void> {
    await this.#pilot.carryOut(command, signal)
  }

  heard(messages: readonly HeardBusMessage<Topic>[]): void {
    const own = messages.filter((message) => this.#isOwn(message))
    for (const message of own) this.#pilot.hear(message)
    const { report } = this.#pilot
    if (own.length > 0 && report !== undefined) void this.device?.report(report)
  }

  nodes(nodes: readonly BusNode[]): void {
    const found = findPilot(nodes, this.#options.chosen)
    if (found === this.#name) return
    if (found === undefined) return this.lost('No course computer on NMEA 2000')
    this.#pilot.forget()
    this.#name = found
    return this.#options.status('ok', 'Connected')
  }

  lost(reason: string): void {
    this.#name = undefined
    this.#pilot.forget()
    void this.device?.report(offline)
    this.#options.status('warning', reason)
  }

  /** An acknowledgement is for the device that sent the command: another control head, perhaps. */
  #isOwn({ from, to, topic }: HeardBusMessage<Topic>): boolean {
    if (from === null || from !== this.#name) return false
    return topic !== topics.group || to === this.bus?.state?.name
  }

  #alarm({ id, isOn }: PilotAlarm): void {
    const known = alarmNames.get(id)
    if (known === undefined) {
      if (isOn) this.#options.status('warning', `Alarm ${id} of the pilot`)
      return
    }
    const [name, message] = known
    void this.device?.notify(name, { state: isOn ? 'alarm' : 'normal', method: ['sound'], message })
  }
}
