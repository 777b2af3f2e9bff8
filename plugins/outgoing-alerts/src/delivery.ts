import type { AlertCall, AlertChannelReport, AlertQuiet } from '@marinedata/model'
import { setTimeout as sleep } from 'node:timers/promises'
import { alarmMessage, endMessage, type Message, type Messenger, type Outcome } from './messenger.ts'

/** Delays before the attempts, in milliseconds. After the last one the message is given up. */
const delaysMs = [0, 2_000, 5_000, 10_000, 20_000, 30_000, 60_000, 120_000, 300_000]
/** The end of a call is less urgent, and nobody waits for its receipt. */
const endAttempts = 3
const maxCalls = 64

interface Sent {
  readonly call: AlertCall
  readonly sending: AbortController
  readonly outcomeByRecipient: Map<string, Outcome>
}

export interface DeliveryOptions {
  readonly messenger: Messenger
  readonly report: (report: AlertChannelReport) => void
  readonly signal: AbortSignal
}

const isFinal = ({ state, mayRetry = false }: Outcome): boolean => state === 'accepted' || !mayRetry

/** Sends the messages of one service, with a limited number of attempts. */
export class Delivery {
  readonly #options: DeliveryOptions
  readonly #sentById = new Map<string, Sent>()

  constructor(options: DeliveryOptions) {
    this.#options = options
  }

  /** A call that repeats a message which was sent before is not sent again: it only sounds again aboard. */
  call(call: AlertCall): void {
    const known = this.#sentById.get(call.id)
    const outcomes = [...(known?.outcomeByRecipient.values() ?? [])]
    if (known?.call.state === call.state && outcomes.some(({ state }) => state === 'accepted')) {
      for (const outcome of outcomes) this.#report(call.id, outcome)
      return
    }
    known?.sending.abort()
    const sent: Sent = { call, sending: new AbortController(), outcomeByRecipient: new Map() }
    this.#sentById.delete(call.id)
    this.#sentById.set(call.id, sent)
    const [oldest] = this.#sentById.keys()
    if (this.#sentById.size > maxCalls && oldest !== undefined) this.#forget(oldest)
    void this.#send(sent, alarmMessage(call))
  }

  /** Ends the attempts, and tells the recipients of the alarm that it has ended. */
  quiet({ id, by }: AlertQuiet): void {
    const sent = this.#sentById.get(id)
    if (sent === undefined) return
    sent.sending.abort()
    const wasSent = [...sent.outcomeByRecipient.values()].some(({ state }) => state === 'accepted')
    if (!wasSent) return this.#forget(id)
    const ending: Sent = { call: sent.call, sending: new AbortController(), outcomeByRecipient: new Map() }
    void this.#send(ending, endMessage(sent.call, by))
  }

  /**
   * Like `quiet`, for a call that may be of an earlier run.
   * @param wasSent whether an earlier run has delivered it
   */
  end(call: AlertCall, wasSent: boolean): void {
    if (this.#sentById.has(call.id)) return this.quiet({ id: call.id })
    if (!wasSent) return
    const ending: Sent = { call, sending: new AbortController(), outcomeByRecipient: new Map() }
    void this.#send(ending, endMessage(call, undefined))
  }

  #forget(id: string): void {
    this.#sentById.get(id)?.sending.abort()
    this.#sentById.delete(id)
  }

  async #send(sent: Sent, message: Message): Promise<void> {
    const isAlarm = message.event === 'alarm'
    const signal = AbortSignal.any([sent.sending.signal, this.#options.signal])
    for (const delayMs of delaysMs.slice(0, isAlarm ? delaysMs.length : endAttempts)) {
      await sleep(delayMs, undefined, { signal }).catch(() => undefined)
      if (signal.aborted) return
      const outcomes = await this.#attempt(message, signal)
      if (signal.aborted) return
      for (const outcome of outcomes) {
        sent.outcomeByRecipient.set(outcome.to, outcome)
        if (isAlarm) this.#report(message.call.id, outcome)
      }
      if (outcomes.every(isFinal)) return
    }
  }

  async #attempt(message: Message, signal: AbortSignal): Promise<readonly Outcome[]> {
    const { messenger } = this.#options
    try {
      return await messenger.send(message, signal)
    } catch (error) {
      return [{ to: messenger.label, state: 'failed', reason: reasonOf(error), mayRetry: true }]
    }
  }

  #report(call: string, { to, state, reason }: Outcome): void {
    const shown = { to: to.slice(0, 128), ...(reason !== undefined && { reason: reason.slice(0, 256) }) }
    this.#options.report({ call, state, ...shown })
  }
}

const reasonOf = (error: unknown): string => {
  const { message, cause } = error as Error
  return cause instanceof Error ? `${message}: ${cause.message}` : message
}
