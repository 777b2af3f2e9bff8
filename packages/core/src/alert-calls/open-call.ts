import {
  alertCallLimits,
  type Alert,
  type AlertCall,
  type AlertCallReport,
  type AlertChannelReport,
  type AlertReceipt,
} from '@marinedata/model'
import type { Clock } from '#clock.ts'
import type { AlertChannel } from './alert-channel.ts'

/** Attempts to pass a call to a channel whose plugin does not answer. */
export const attempts = { most: 5, delayMs: 3_000 } as const

interface Progress {
  count: number
  /** Monotonic; when the next attempt is due. */
  dueAt: number
  isTaken: boolean
}

/** One call with its receipts, from its start until it is no longer listed. */
export class OpenCall {
  readonly call: AlertCall
  readonly #clock: Clock
  readonly #startedAt: number
  readonly #started: string
  #ended: string | null = null
  /** Increases with every change of a receipt. */
  version = 0
  readonly #progressByChannel = new Map<string, Progress>()
  readonly #receiptByKey = new Map<string, AlertReceipt>()

  constructor(call: AlertCall, clock: Clock) {
    this.call = call
    this.#clock = clock
    this.#startedAt = clock.now()
    this.#started = clock.timestamp()
  }

  /** Whether the channel is to be called now. A channel that is called later has a receipt that says so. */
  isDue(channel: AlertChannel): boolean {
    const progress = this.#progressByChannel.get(channel.id)
    if (progress !== undefined)
      return !progress.isTaken && progress.count < attempts.most && this.#clock.now() >= progress.dueAt
    // A test checks every channel without its delay.
    const delayMs = this.call.test ? 0 : channel.after * 1_000
    if (this.#clock.now() - this.#startedAt >= delayMs) return true
    if (!this.#hasReceipt(channel.id)) this.#write(channel, { to: channel.to, state: 'waiting' })
    return false
  }

  /** Counts an attempt. */
  begin(channel: AlertChannel): void {
    const progress = this.#progressByChannel.get(channel.id)
    const count = (progress?.count ?? 0) + 1
    this.#progressByChannel.set(channel.id, {
      count,
      dueAt: this.#clock.now() + attempts.delayMs * count,
      isTaken: true,
    })
    this.#write(channel, { to: channel.to, state: 'calling' })
  }

  /** The channel did not take the call. It is tried again. */
  fail(channel: AlertChannel, reason: string): void {
    const progress = this.#progressByChannel.get(channel.id)
    if (progress !== undefined) progress.isTaken = false
    this.#write(channel, { to: channel.to, state: 'failed', reason: reason.slice(0, 256) })
  }

  /** The channel is gone. If it comes back, it is called again: its sound has ended with it. */
  forget(channel: string): void {
    this.#progressByChannel.delete(channel)
  }

  receive(channel: AlertChannel, { to, state, reason }: AlertChannelReport): void {
    const own = this.#receiptByKey.get(keyOf(channel.id, channel.to))
    // The receipts of the recipients replace the one for the whole channel.
    if (to !== channel.to && own?.state !== 'delivered')
      this.#receiptByKey.delete(keyOf(channel.id, channel.to))
    // A service may accept a message after the device has already confirmed it.
    const known = this.#receiptByKey.get(keyOf(channel.id, to))
    if (known?.state === 'delivered' && state === 'accepted') return
    this.#write(channel, { to, state, ...(reason !== undefined && { reason }) })
  }

  /** The ids of the channels that were called. */
  get called(): string[] {
    return [...this.#progressByChannel.keys()]
  }

  end(): void {
    this.#ended = this.#clock.timestamp()
    for (const [key, { state }] of this.#receiptByKey) if (state === 'waiting') this.#receiptByKey.delete(key)
  }

  report(): AlertCallReport {
    const { id, path, state, message, test, repeat } = this.call
    const times = { startedAt: this.#started, endedAt: this.#ended }
    return { id, path, state, message, test, repeat, ...times, receipts: [...this.#receiptByKey.values()] }
  }

  #hasReceipt(channel: string): boolean {
    return [...this.#receiptByKey.values()].some((receipt) => receipt.channel === channel)
  }

  #write({ id, label }: AlertChannel, receipt: Pick<AlertReceipt, 'to' | 'state' | 'reason'>): void {
    const key = keyOf(id, receipt.to)
    if (!this.#receiptByKey.has(key) && this.#receiptByKey.size >= alertCallLimits.receipts) return
    this.version++
    const seconds = Math.round((this.#clock.now() - this.#startedAt) / 10) / 100
    this.#receiptByKey.set(key, { channel: id, label, ...receipt, seconds })
  }
}

const keyOf = (channel: string, to: string): string => `${channel} ${to}`

/** The call for an alert. */
export const callOf = (
  { id, path, state, message, raisedAt }: Alert,
  more: Pick<AlertCall, 'boat' | 'repeat' | 'test'>,
): AlertCall => ({
  id,
  path: path.slice(0, 256),
  state: state === 'emergency' ? 'emergency' : 'alarm',
  message,
  raisedAt,
  ...more,
})
