import {
  MarineDataError,
  type AutopilotCommand,
  type AutopilotDevice,
  type AutopilotReport,
  type CommandControl,
} from '@marinedata/plugin-api'
import { checkOrder, isRelease, obey } from '../pilot/orders.ts'
import { offlineReport, reportOf } from '../pilot/pilot-report.ts'
import type { Pilot } from '../pilot/pilot.ts'
import type { Seconds } from '../units.ts'

export const pilotFaults = ['pilot-silent', 'pilot-refuses', 'link-cut', 'slow-device', 'pilot-off'] as const
/** What can go wrong with one pilot. */
export type PilotFault = (typeof pilotFaults)[number]

export interface PilotDeviceOptions {
  /** From a command to its effect. */
  readonly delay: Seconds
  /** Resolves after so many simulated seconds; rejects when the command is not wanted any more. */
  readonly wait: (seconds: Seconds, signal: AbortSignal) => Promise<void>
  readonly warn: (message: string) => void
}

/** A pilot as the server meets it: behind a wire, with a delay, and with faults. */
export class PilotDevice {
  readonly #pilot: Pilot
  readonly #options: PilotDeviceOptions
  readonly #faults = new Map<PilotFault, Seconds>()
  #device: AutopilotDevice | undefined
  #told = ''
  /** Aborted when whatever waits for its turn is not to happen any more. */
  #waiting = new AbortController()

  constructor(pilot: Pilot, options: PilotDeviceOptions) {
    this.#pilot = pilot
    this.#options = options
  }

  connect(device: AutopilotDevice): void {
    this.#device = device
    this.report()
  }

  /** Lets go of the wheel, and is gone. */
  async leave(): Promise<void> {
    this.#release()
    this.report()
    const device = this.#device
    this.#device = undefined
    await device?.withdraw()
  }

  /** @param delay how long a slow device takes; undefined to mend it */
  fail(fault: PilotFault, delay: Seconds | undefined): void {
    if (fault === 'pilot-off') {
      if (delay !== undefined) this.#release()
    } else if (delay === undefined) this.#faults.delete(fault)
    else this.#faults.set(fault, delay)
    this.report()
  }

  /**
   * Does as it is told, after a moment. A command that is taken back before that has no effect.
   * @throws MarineDataError when it cannot or may not be done
   */
  async command(command: AutopilotCommand, { signal }: CommandControl): Promise<void> {
    checkOrder(this.#pilot, command)
    await this.#reach(signal)
    const releases = isRelease(this.#pilot, command)
    // Whoever lets go of the wheel is first: what still waits does not happen.
    if (releases) this.#cancelWaiting()
    await this.#options.wait(this.#delay, AbortSignal.any([signal, this.#waiting.signal]))
    // It may have gone wrong meanwhile.
    await this.#reach(signal)
    if (this.#faults.has('pilot-refuses') && !releases)
      throw new MarineDataError(
        'rejected-by-device',
        `The pilot "${this.#pilot.id}" refuses to ${command.name}`,
      )
    obey(this.#pilot, command)
    this.report()
  }

  /** Tells how things are. */
  report(): void {
    if (this.#device === undefined || this.#faults.has('pilot-silent')) return
    const report = this.#present
    this.#told = gist(report)
    this.#send(this.#device.report(report))
  }

  /** Tells at once what has changed by itself, and alarms. */
  reportNews(): void {
    const alarms = this.#pilot.takeAlarms()
    if (this.#device === undefined || this.#faults.has('pilot-silent')) return
    if (gist(this.#present) !== this.#told) this.report()
    if (this.#faults.has('link-cut')) return
    for (const { name, notification } of alarms) this.#send(this.#device.notify(name, notification))
  }

  get #present(): AutopilotReport {
    return this.#faults.has('link-cut') ? offlineReport : reportOf(this.#pilot)
  }

  get #delay(): Seconds {
    return this.#faults.get('slow-device') ?? this.#options.delay
  }

  /** Passes when the pilot hears what it is told. */
  async #reach(signal: AbortSignal): Promise<void> {
    if (this.#faults.has('link-cut'))
      throw new MarineDataError('autopilot-offline', `The pilot "${this.#pilot.id}" cannot be reached`)
    // One that is silent does nothing, and says nothing of it either.
    if (this.#faults.has('pilot-silent')) await this.#options.wait(Infinity, signal)
  }

  #cancelWaiting(): void {
    this.#waiting.abort(new MarineDataError('rejected-by-device', 'The pilot was disengaged first'))
    this.#waiting = new AbortController()
  }

  #release(): void {
    this.#cancelWaiting()
    this.#pilot.disengage()
  }

  #send(sending: Promise<void>): void {
    sending.catch((error: Error) => this.#options.warn(`The report of "${this.#pilot.id}": ${error.message}`))
  }
}

/** What of a report is worth telling at once. */
const gist = ({ state, mode, manoeuvre }: AutopilotReport): string => JSON.stringify([state, mode, manoeuvre])
