import { pause, type Clock } from '#clock.ts'
import type { Counters } from '#counters.ts'
import { CatchUp } from './catch-up.ts'
import type { ChangeLog } from './change-log.ts'
import type { ContextSource } from './context-source.ts'
import { frameOf, type Fragment, type Frame } from './frame.ts'
import type { Group, Lag, Session } from './group.ts'
import { SharedFrames } from './pending.ts'
import { FlushScheduler } from './flush-scheduler.ts'

const limits = {
  /** A client with a larger backlog gets only the latest values… */
  behindAboveBytes: 262_144,
  /** …until its backlog is below this. */
  caughtUpBelowBytes: 65_536,
  /** A client with a larger backlog when an alarm is due is closed. It gets the alarms when it reconnects. */
  urgentBytes: 1_048_576,
  drainPollMs: 50,
  /** Maximum number of pending deliveries over all clients. Beyond it, values are conflated. */
  pendingDeliveries: 524_288,
  maxPasses: 8,
  /** A remainder of fewer changes is sent in one frame. */
  shortRemainder: 1_000,
}

export interface DeliveriesOptions {
  readonly source: ContextSource
  readonly clock: Clock
  readonly counters: Counters
}

/** Sends frames to sessions in flushes. A session with too large a backlog is skipped and catches up later. */
export class Deliveries {
  readonly #options: DeliveriesOptions
  readonly #log: ChangeLog
  readonly #scheduler: FlushScheduler
  readonly #requested = new Set<Group>()
  readonly #rejoining = new Set<Session>()
  #pendingDeliveries = 0

  constructor(options: DeliveriesOptions, log: ChangeLog) {
    this.#options = options
    this.#log = log
    this.#scheduler = new FlushScheduler(options.clock, () => this.#flush())
  }

  /** More deliveries are pending than can be sent: conflate values. */
  get isOverloaded(): boolean {
    return this.#scheduler.isOverloaded || this.#pendingDeliveries >= limits.pendingDeliveries
  }

  /** Counts one pending fragment for every session of the group. */
  addPending(group: Group): void {
    this.#pendingDeliveries += group.sessions.size
  }

  /** Schedules a flush of the group. */
  request(group: Group): void {
    this.#requested.add(group)
    this.#scheduler.request()
  }

  /** Sends immediately to every session, also to those that are catching up. */
  urgent(group: Group, frame: Frame): void {
    const { counters } = this.#options
    for (const session of group.sessions) {
      if (session.outlet.backlog() > limits.urgentBytes) {
        session.outlet.close('backlog too large to send an alarm')
        continue
      }
      this.#send(session, frame)
      counters.urgentFrames++
    }
  }

  /** Sends a session the values it has missed, then includes it in flushes. */
  catchUp(session: Session, lag: Lag): void {
    session.lag = lag
    // Otherwise the next flush would send everything the session has missed in one frame, however much it is.
    this.#rejoining.delete(session)
    this.#catchUp(session).catch((error: unknown) => {
      session.outlet.close(`catch-up failed: ${String(error)}`)
    })
  }

  /** Stops catching up a session that has no subscriptions left. */
  stop(session: Session): void {
    session.lag = undefined
    this.#rejoining.delete(session)
  }

  drop(session: Session): void {
    session.isClosed = true
    this.stop(session)
  }

  *#flush(): Generator<void, void> {
    const { sequence, epoch } = this.#options.source
    const taken = [...this.#requested].map((group) => group.take(sequence))
    this.#requested.clear()
    this.#pendingDeliveries = 0
    const rejoining = [...this.#rejoining].map((session) => ({ session, lag: session.lag }))
    this.#rejoining.clear()
    for (const { session, lag } of rejoining) {
      // A session that has changed its subscriptions is catching up again.
      if (session.lag === lag) this.#rejoin(session, sequence)
      yield
    }
    // Groups with the same signature are flushed together, so that shared frames can be released early.
    for (const equal of Map.groupBy(taken, ({ signature }) => signature).values()) {
      const shared = new SharedFrames(epoch)
      for (const { group, fragments, latest } of equal) {
        const frames = [...shared.of(fragments, group.readsLog), ...latest()]
        for (const session of group.sessions) {
          for (const frame of frames) this.#deliver(session, group, frame)
          yield
        }
      }
    }
  }

  #deliver(session: Session, group: Group, frame: Frame): void {
    const { counters } = this.#options
    if (session.liveFrom === this.#scheduler.number) return
    if (session.lag === undefined && session.outlet.backlog() > limits.behindAboveBytes) {
      counters.fallenBehind++
      const since = group.deliveredTo
      const isConflated = !group.readsLog
      this.catchUp(session, { since, sinceForNew: since, before: group.subscriptions, isConflated })
    }
    if (session.lag !== undefined) {
      if (!group.readsLog) counters.conflatedValues += frame.values
      return
    }
    this.#send(session, frame)
  }

  /** Closes a session when sending fails, so that it does not block the others. */
  #send({ outlet }: Session, frame: Frame): void {
    try {
      outlet.send(frame)
      this.#options.counters.deliveredValues += frame.values
    } catch (error) {
      outlet.close(`send failed: ${String(error)}`)
    }
  }

  async #catchUp(session: Session): Promise<void> {
    const { source } = this.#options
    for (let pass = 0; pass < limits.maxPasses; pass++) {
      const { lag, group } = session
      if (lag === undefined || group === undefined) return
      const reached = await this.#sendMissed(session, group, lag)
      // The subscriptions may have changed while this pass was sent.
      if (reached === undefined || session.lag !== lag) return
      const { subscriptions: before } = group
      session.lag = { since: reached, sinceForNew: reached, before, isConflated: lag.isConflated }
      if (source.sequence - reached < limits.shortRemainder) break
    }
    this.#rejoining.add(session)
    this.#scheduler.request()
  }

  /**
   * Sends one pass of missed values.
   * @returns the change up to which values were sent, or undefined when the session was closed or changed its
   * subscriptions
   */
  async #sendMissed(session: Session, group: Group, lag: Lag): Promise<number | undefined> {
    const { source, clock } = this.#options
    const isCurrent = (): boolean => !session.isClosed && session.lag === lag
    await this.#drained(session)
    if (!isCurrent()) return undefined
    if (group.readsLog && lag.sinceForNew >= this.#log.completeAfter)
      return await this.#sendLogged(session, group, isCurrent)
    // A reader of the log gets only those values as the latest ones that the log does not have.
    const reached = group.readsLog ? this.#log.completeAfter : source.sequence
    for (const frame of new CatchUp(group, lag, reached).frames(source, clock)) {
      if (frame !== undefined) this.#send(session, frame)
      await pause(clock)
      await this.#drained(session)
      if (!isCurrent()) return undefined
    }
    return reached
  }

  /** Sends what the log has; ends early when the session reads too slowly and the log has discarded the rest. */
  async #sendLogged(session: Session, group: Group, isCurrent: () => boolean): Promise<number | undefined> {
    const { source, clock } = this.#options
    const upTo = source.sequence
    let reached = session.lag?.sinceForNew ?? upTo
    while (reached < upTo) {
      const batch = this.#log.batch(group.subscriptions, reached, upTo)
      if (batch === undefined) return reached
      if (batch.fragments.length > 0) this.#send(session, this.#loggedFrame(batch.fragments))
      reached = batch.reached
      await pause(clock)
      await this.#drained(session)
      if (!isCurrent()) return undefined
    }
    return reached
  }

  #loggedFrame(fragments: readonly Fragment[]): Frame {
    return frameOf(fragments, { epoch: this.#options.source.epoch, isInOrder: true, isLate: true })
  }

  /** Sends what the log has up to a change; false when it has discarded some of it. */
  #sendLoggedRemainder(session: Session, { subscriptions }: Group, upTo: number): boolean {
    let reached = session.lag?.sinceForNew ?? upTo
    while (reached < upTo) {
      const batch = this.#log.batch(subscriptions, reached, upTo)
      if (batch === undefined) return false
      if (batch.fragments.length > 0) this.#send(session, this.#loggedFrame(batch.fragments))
      reached = batch.reached
    }
    return true
  }

  /** Waits until the backlog is small enough. The outlet closes a client that never reads. */
  async #drained(session: Session): Promise<void> {
    const { clock } = this.#options
    const enough = session.lag?.isConflated === true ? limits.caughtUpBelowBytes : limits.behindAboveBytes
    while (!session.isClosed && session.outlet.backlog() > enough)
      await new Promise<void>((resolve) => void clock.after(limits.drainPollMs, resolve))
  }

  /** Sends the remainder up to the sequence of this flush. Later changes are pending in the group. */
  #rejoin(session: Session, sequence: number): void {
    const { lag, group } = session
    if (lag === undefined || group === undefined) return
    const { source, clock } = this.#options
    session.liveFrom = this.#scheduler.number
    if (!group.readsLog || !this.#sendLoggedRemainder(session, group, sequence)) {
      const frame = new CatchUp(group, lag, sequence).remainder(source, clock)
      if (frame !== undefined) this.#send(session, frame)
    }
    session.lag = undefined
  }
}
