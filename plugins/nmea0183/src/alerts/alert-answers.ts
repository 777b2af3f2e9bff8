import { alertCommandTypes, readAlertCommand, refusalSentence, type AlertCommand } from '@marinedata/nmea0183'
import type { SentAlert } from '@marinedata/inputs'
import type { Boat } from '@marinedata/plugin-api'
import { alertSentenceTypes } from '#outputs/sentence-choices.ts'
import type { Multiplexer, ReceivedSentence } from '#outputs/multiplexer.ts'
import type { Output } from '#outputs/output.ts'
import type { AlertOutputs } from './alert-outputs.ts'

/** A panel that repeats a command must not fill a line with answers. */
const answersPerSecond = 8

export interface AlertAnswersOptions {
  readonly boat: Pick<Boat, 'answerAlert' | 'log'>
  readonly multiplexer: Pick<Multiplexer, 'sendMade'>
  readonly outputs: readonly Output[]
  readonly alerts: Pick<AlertOutputs, 'present' | 'repeat'>
  /** Whether panels may acknowledge and silence. */
  readonly answersFromWire: boolean
}

/** Carries out what panels want of our alerts, if the owner permits it. */
export class AlertAnswers {
  readonly #options: AlertAnswersOptions
  #answers = 0
  #since = -Infinity

  constructor(options: AlertAnswersOptions) {
    this.#options = options
  }

  /** Takes a sentence of an input. */
  heard(received: ReceivedSentence): void {
    const { sentence } = received
    if (!alertCommandTypes.has(sentence.type)) return
    const command = readAlertCommand(sentence)
    const alert = command && this.#alertOf(command)
    if (command === undefined || alert === undefined || !this.#hasRoom()) return
    void this.#run(command, alert, received)
  }

  /** One alert: ACK knows only its kind, and must not acknowledge one of several. */
  #alertOf({ kinds, number }: AlertCommand): SentAlert | undefined {
    const meant = this.#options.alerts.present.filter(
      (alert) => kinds.includes(alert.kind) && (number === undefined || alert.number === number),
    )
    return meant.length === 1 ? meant[0] : undefined
  }

  #hasRoom(): boolean {
    const now = performance.now()
    if (now - this.#since >= 1_000) {
      this.#since = now
      this.#answers = 0
    }
    return ++this.#answers <= answersPerSecond
  }

  async #run(command: AlertCommand, alert: SentAlert, received: ReceivedSentence): Promise<void> {
    const { action } = command
    const { answersFromWire, boat, alerts } = this.#options
    if (action === 'query') return this.#toPanel(received, (output) => alerts.repeat(output, alert))
    if (action === 'transfer' || !answersFromWire) return this.#refuse(command, alert, received)
    try {
      await boat.answerAlert({ id: alert.id, action, device: received.origin.slice(0, 100) })
    } catch (error) {
      boat.log.warn(`a panel could not ${action} ${alert.path}: ${(error as Error).message}`)
      this.#refuse(command, alert, received)
    }
  }

  #refuse({ letter, time }: AlertCommand, alert: SentAlert, received: ReceivedSentence): void {
    const line = refusalSentence(time, alert, letter)
    if (line === undefined || received.sentence.type !== 'ACN') return
    this.#toPanel(received, (output) => this.#options.multiplexer.sendMade(output, line))
  }

  /** Answers go only to the link that the command came from, and only if alerts are sent there. */
  #toPanel({ link }: ReceivedSentence, send: (output: Output) => void): void {
    for (const output of this.#options.outputs)
      if (output.link === link && output.made.has(alertSentenceTypes.alerts)) send(output)
  }
}
