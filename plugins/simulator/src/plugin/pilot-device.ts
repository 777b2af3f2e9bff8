import {
  MarineDataError,
  type AutopilotCommand,
  type AutopilotDevice,
  type AutopilotReport,
  type CommandControl,
} from '@marinedata/plugin-api'
import { checkOrder, isRelease, execute } from '../pilot/commands.ts'
import { offlineReport, reportOf } from '../pilot/pilot-report.ts'
import type { Pilot } from '../pilot/pilot.ts'
import type { Seconds } from '../units.ts'

export const pilotFaults = ['pilot-silent', 'pilot-refuses', 'link-cut', 'slow-device', 'pilot-off'] as const
/** Faults and dependencies of one pilot. */
export type PilotFault = (typeof pilotFaults)[number]

export interface PilotDeviceOptions {
  /** From a command to its effect. */
  readonly delay: Seconds
  /** Resolves after this many simulated seconds; rejects when the command is cancelled. */
  readonly wait: (seconds: Seconds, signal: AbortSignal) => Promise<void>
  readonly warn: (message: string) => void
}

/** A pilot as the server sees it: with a delay and faults. */
export class PilotDevice {
  readonly #pilot: Pilot
  readonly #options: PilotDeviceOptions
  readonly #faults = new Map<PilotFault, Seconds>()
  #device: AutopilotDevice | undefined
  #lastSent = ''
  /** Aborted when pending commands must not be executed any more. */
  #waiting = new AbortController()

  constructor(pilot: Pilot, options: PilotDeviceOptions) {
    this.#pilot = pilot
    this.#options = options
  }

  connect(device: AutopilotDevice): void {
    this.#device = device
    this.report()
  }

  /** Disengages and withdraws the device. */
  async leave(): Promise<void> {
    this.#release()
    this.report()
    const device = this.#device
    this.#device = undefined
    await device?.withdraw()
  }

  /** @param delay how long a slow device takes; undefined to clear the fault */
  fail(fault: PilotFault, delay: Seconds | undefined): void {
    if (fault === 'pilot-off') {
      if (delay !== undefined) this.#release()
    } else if (delay === undefined) this.#faults.delete(fault)
    else this.#faults.set(fault, delay)
    this.report()
  }

  /**
   * Executes a command after the delay. A command that is cancelled before has no effect.
   * @throws MarineDataError when it cannot be executed
   */
  async command(command: AutopilotCommand, { signal }: CommandControl): Promise<void> {
    checkOrder(this.#pilot, command)
    await this.#reach(signal)
    const releases = isRelease(this.#pilot, command)
    // Disengage has priority: pending commands are dropped.
    if (releases) this.#cancelWaiting()
    await this.#options.wait(this.#delay, AbortSignal.any([signal, this.#waiting.signal]))
    // A fault may have been injected meanwhile.
    await this.#reach(signal)
    if (this.#faults.has('pilot-refuses') && !releases)
      throw new MarineDataError(
        'rejected-by-device',
        `The pilot "${this.#pilot.id}" refuses to ${command.name}`,
      )
    execute(this.#pilot, command)
    this.report()
  }

  /** Sends a report. */
  report(): void {
    if (this.#device === undefined || this.#faults.has('pilot-silent')) return
    const report = this.#present
    this.#lastSent = essentialPart(report)
    this.#send(this.#device.report(report))
  }

  /** Sends changes at once. */
  reportNews(): void {
    if (essentialPart(this.#present) !== this.#lastSent) this.report()
  }

  get #present(): AutopilotReport {
    return this.#faults.has('link-cut') ? offlineReport : reportOf(this.#pilot)
  }

  get #delay(): Seconds {
    return this.#faults.get('slow-device') ?? this.#options.delay
  }

  /** Resolves when the pilot can receive the command. */
  async #reach(signal: AbortSignal): Promise<void> {
    if (this.#faults.has('link-cut'))
      throw new MarineDataError('autopilot-offline', `The pilot "${this.#pilot.id}" is unreachable`)
    // A silent pilot neither acts nor answers.
    if (this.#faults.has('pilot-silent')) await this.#options.wait(Infinity, signal)
  }

  #cancelWaiting(): void {
    this.#waiting.abort(
      new MarineDataError('rejected-by-device', 'The pilot was disengaged before the command'),
    )
    this.#waiting = new AbortController()
  }

  #release(): void {
    this.#cancelWaiting()
    this.#pilot.disengage()
  }

  #send(sending: Promise<void>): void {
    sending.catch((error: Error) =>
      this.#options.warn(`could not report pilot "${this.#pilot.id}": ${error.message}`),
    )
  }
}

/** The part of a report whose changes are sent at once. */
const essentialPart = ({ state, mode, manoeuvre }: AutopilotReport): string =>
  JSON.stringify([state, mode, manoeuvre])
