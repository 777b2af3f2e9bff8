import {
  PilotAlarms,
  type AutopilotDevice,
  type AutopilotReport,
  type BoatWithPilotBus,
  type OpenedBus,
} from '@marinedata/plugin-api'
import { keyDetails, KeyPilot } from './key-pilot.ts'
import { keySentence, readSentence, sentenceTopic, type Key } from './seatalk1.ts'
import { alarmNames } from './wire.ts'

const offline: AutopilotReport = { state: 'off-line', mode: null, target: null }

type Seatalk1Boat = BoatWithPilotBus<'nmea0183', typeof sentenceTopic>

/** A pilot on SeaTalk 1, behind a converter to NMEA 0183. */
class Seatalk1Steering {
  readonly pilot = new KeyPilot({
    press: (key, urgent) => this.#press(key, urgent),
    alarm: (alarm) => this.#alarms.take(alarm),
  })
  readonly #alarms = new PilotAlarms(alarmNames, {
    notify: (name, condition) => void this.device?.notify(name, condition),
    unknown: () => undefined,
  })
  readonly #say: Seatalk1Boat['status']
  device: AutopilotDevice | undefined
  bus: OpenedBus<typeof sentenceTopic> | undefined
  #canSend = false

  constructor(say: Seatalk1Boat['status']) {
    this.#say = say
  }

  hear(line: string): void {
    const status = readSentence(line)
    if (status === undefined) return
    this.pilot.take(status)
    const { report } = this.pilot
    if (report !== undefined) void this.device?.report(report)
    this.#say('ok', 'Connected')
  }

  /** Without the connection to the converter the pilot's state is unknown until the next message. */
  offered(canSend: boolean): void {
    if (this.#canSend && !canSend) this.lose('No connection to the converter')
    this.#canSend = canSend
  }

  lose(reason: string): void {
    this.#canSend = false
    this.pilot.forget()
    void this.device?.report(offline)
    this.#say('warning', reason)
  }

  async #press(key: Key, urgent: boolean): Promise<void> {
    const payload = Buffer.from(keySentence(key))
    await this.bus?.send({ topic: sentenceTopic, to: null, priority: 2, payload, urgent })
  }
}

/**
 * Registers a pilot on SeaTalk 1 behind a converter to NMEA 0183, and steers with it by keys until it is disposed of.
 * @throws MarineDataError when the server refuses the device or the bus
 */
export const steerOnSeatalk1 = async (boat: Seatalk1Boat): Promise<AsyncDisposable> => {
  const steering = new Seatalk1Steering((level, words) => boat.status(level, words))
  steering.device = await boat.registerDevice(
    { id: 'raymarine', kind: 'autopilot', details: keyDetails },
    async (command, { signal }) => await steering.pilot.carryOut(command, signal),
  )
  steering.lose('No pilot on SeaTalk 1 has reported')
  const bus = await boat.openBus(
    { kind: 'nmea0183', urgent: [sentenceTopic] },
    {
      heard: (messages) => {
        for (const { payload } of messages) steering.hear(Buffer.from(payload).toString('latin1'))
      },
      offered: ({ canSend }) => steering.offered(canSend),
      lost: () => steering.lose('NMEA 0183 is lost'),
    },
  )
  steering.bus = bus
  return { [Symbol.asyncDispose]: async () => await bus.close() }
}
