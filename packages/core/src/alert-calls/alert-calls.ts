import {
  alertCallLimits,
  drillAlertRoot,
  MarineDataError,
  severityOf,
  testAlarmPath,
  type Alert,
  type AlertCallReport,
  type AlertChannelReport,
  type AlertChannelView,
  type AlertQuiet,
} from '@marinedata/model'
import type { Clock } from '#clock.ts'
import type { AlertChannel } from './alert-channel.ts'
import { attempts, callOf, OpenCall } from './open-call.ts'

export interface AlertCallsOptions {
  readonly clock: Clock
  /** All alerts, most severe first. */
  readonly alerts: () => readonly Alert[]
  /** The name of the boat; null when unknown. */
  readonly boat: () => string | null
  /** Called when a call or one of its receipts has changed. */
  readonly publish: (report: AlertCallReport) => void
}

interface PendingQuiet {
  readonly channel: string
  readonly quiet: AlertQuiet
  count: number
  dueAt: number
  isSent: boolean
}

/** Only an alarm or an emergency that sounds calls people. */
const isCalling = ({ method, state }: Alert): boolean =>
  method.includes('sound') && severityOf(state) >= severityOf('alarm')

/** A drill sounds on the boat, but sends no messages to phones or remote services. */
const isKeptAboard = ({ call }: OpenCall, { sounds }: AlertChannel): boolean =>
  !sounds && call.path.startsWith(`${drillAlertRoot}.`)

/**
 * Calls people for alarms on all channels until someone answers. Compares the alerts with the open calls several times a
 * second, so that no transition can be missed: an alarm that sounds has a call, and everything else is quiet.
 */
export class AlertCalls {
  readonly #options: AlertCallsOptions
  readonly #channelById = new Map<string, AlertChannel>()
  readonly #openById = new Map<string, OpenCall>()
  /** Open and ended calls; the newest last. */
  readonly #listedById = new Map<string, OpenCall>()
  readonly #quiets = new Set<PendingQuiet>()
  readonly #changed = new Set<OpenCall>()

  constructor(options: AlertCallsOptions) {
    this.#options = options
  }

  /** Whether a channel makes a sound without any other device. */
  get hasSounder(): boolean {
    return [...this.#channelById.values()].some(({ sounds }) => sounds)
  }

  get channels(): AlertChannelView[] {
    return [...this.#channelById.values()].map(({ id, label, after, sounds }) => ({
      id,
      label,
      after,
      sounds,
    }))
  }

  /** The latest calls, newest first. */
  list(): AlertCallReport[] {
    return [...this.#listedById.values()].map((open) => open.report()).toReversed()
  }

  /** Adds a channel or replaces it. Open calls are passed to it. @throws MarineDataError `too-many-requests` */
  addChannel(channel: AlertChannel): void {
    if (!this.#channelById.has(channel.id) && this.#channelById.size >= alertCallLimits.channels)
      throw new MarineDataError(
        'too-many-requests',
        `There can be at most ${alertCallLimits.channels} channels. Remove one first`,
      )
    this.#forget(channel.id)
    this.#channelById.set(channel.id, channel)
  }

  removeChannel(id: string): void {
    this.#channelById.delete(id)
    this.#forget(id)
  }

  /** Takes a receipt of a channel. Receipts of unknown calls are ignored: they came too late. */
  receive(channelId: string, report: AlertChannelReport): void {
    const channel = this.#channelById.get(channelId)
    const open = this.#listedById.get(report.call)
    if (channel === undefined || open === undefined) return
    open.receive(channel, report)
    this.#note(open)
  }

  /** Starts, continues and ends calls. Called several times a second. */
  watch(): void {
    const alerts = this.#options.alerts()
    const calling = alerts.filter(isCalling).slice(0, alertCallLimits.calls)
    const ids = new Set(calling.map(({ id }) => id))
    for (const open of this.#openById.values())
      if (!ids.has(open.call.id))
        this.#end(
          open,
          alerts.find(({ id }) => id === open.call.id),
        )
    for (const alert of calling) this.#begin(alert)
    for (const open of this.#openById.values()) this.#call(open)
    for (const pending of this.#quiets) this.#sendQuiet(pending)
    for (const open of this.#changed) this.#options.publish(open.report())
    this.#changed.clear()
  }

  #begin(alert: Alert): void {
    const { clock, boat } = this.#options
    const known = this.#openById.get(alert.id)
    if (known !== undefined && severityOf(alert.state) <= severityOf(known.call.state)) return
    const before = this.#listedById.get(alert.id)
    const repeat = before === undefined ? 0 : before.call.repeat + 1
    const call = callOf(alert, { boat: boat(), repeat, test: alert.path === testAlarmPath })
    const open = new OpenCall(call, clock)
    for (const pending of this.#quiets) if (pending.quiet.id === alert.id) this.#quiets.delete(pending)
    this.#openById.set(alert.id, open)
    this.#listedById.delete(alert.id)
    this.#listedById.set(alert.id, open)
    this.#removeOldest()
    this.#note(open)
  }

  #removeOldest(): void {
    for (const id of this.#listedById.keys()) {
      if (this.#listedById.size <= alertCallLimits.calls) return
      if (!this.#openById.has(id)) this.#listedById.delete(id)
    }
  }

  #call(open: OpenCall): void {
    const before = open.version
    for (const channel of this.#channelById.values()) {
      if (!open.isDue(channel) || isKeptAboard(open, channel)) continue
      open.begin(channel)
      channel.call(open.call).catch((error: unknown) => {
        open.fail(channel, error instanceof Error ? error.message : String(error))
        this.#note(open)
      })
    }
    if (open.version !== before) this.#note(open)
  }

  #end(open: OpenCall, alert: Alert | undefined): void {
    const { id } = open.call
    this.#openById.delete(id)
    open.end()
    this.#note(open)
    const by = alert?.acknowledgedBy
    const quiet: AlertQuiet = { id, ...(by !== undefined && { by }) }
    for (const channel of open.called)
      this.#quiets.add({ channel, quiet, count: 0, dueAt: -Infinity, isSent: false })
  }

  /** Sends the end of a call to a channel, and repeats it when the channel does not answer. */
  #sendQuiet(pending: PendingQuiet): void {
    const { clock } = this.#options
    const channel = this.#channelById.get(pending.channel)
    if (channel === undefined || (!pending.isSent && pending.count >= attempts.most)) {
      this.#quiets.delete(pending)
      return
    }
    if (pending.isSent || clock.now() < pending.dueAt) return
    pending.isSent = true
    pending.count++
    channel.quiet(pending.quiet).then(
      () => this.#quiets.delete(pending),
      () => {
        pending.isSent = false
        pending.dueAt = clock.now() + attempts.delayMs
      },
    )
  }

  #forget(channel: string): void {
    for (const open of this.#openById.values()) open.forget(channel)
  }

  #note(open: OpenCall): void {
    this.#changed.add(open)
  }
}
