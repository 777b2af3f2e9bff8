import { pause, type Clock } from '#clock.ts'
import type { Counters } from '#counters.ts'
import { CatchUp } from './catch-up.ts'
import type { ContextSource } from './context-source.ts'
import type { Frame } from './frame.ts'
import type { Group } from './group.ts'
import { SharedFrames } from './pending.ts'
import { Rounds } from './rounds.ts'
import type { Lag, Session } from './session.ts'

const limits = {
  /** A reader with more than this unread gets latest values instead of every value… */
  behindAboveBytes: 262_144,
  /** …until it has read down to this. */
  caughtUpBelowBytes: 65_536,
  /** A reader that leaves even alarms unread is closed; they meet it again when it comes back. */
  urgentBytes: 1_048_576,
  drainPollMs: 50,
  /** No more deliveries than this wait for a round, over all readers; beyond it latest values are kept. */
  owed: 524_288,
  passes: 8,
  /** So few changes are made up for in one go. */
  shortRest: 1_000,
}

export interface DeliveriesOptions {
  readonly source: ContextSource
  readonly clock: Clock
  readonly counters: Counters
}

/** Takes frames to sessions, in rounds; a session that cannot keep up is told what it lacks once it can. */
export class Deliveries {
  readonly #options: DeliveriesOptions
  readonly #rounds: Rounds
  readonly #waiting = new Set<Group>()
  readonly #rejoining = new Set<Session>()
  #owed = 0

  constructor(options: DeliveriesOptions) {
    this.#options = options
    this.#rounds = new Rounds(options.clock, () => this.#round())
  }

  /** More is wanted than can be delivered: latest values are to be kept, not every value. */
  get isOverloaded(): boolean {
    return this.#rounds.isOverloaded || this.#owed >= limits.owed
  }

  /** Another fragment waits for every member of the group. */
  owe(group: Group): void {
    this.#owed += group.sessions.size
  }

  /** The group has something for the next round. */
  request(group: Group): void {
    this.#waiting.add(group)
    this.#rounds.request()
  }

  /** Sends at once to every member, also to those that are behind. */
  urgent(group: Group, frame: Frame): void {
    const { counters } = this.#options
    for (const session of group.sessions) {
      if (session.outlet.backlog() > limits.urgentBytes) {
        session.outlet.close('alarms were left unread')
        continue
      }
      this.#send(session, frame)
      counters.urgentFrames++
    }
  }

  /** Tells a session what it lacks, then lets it take part in the rounds. */
  catchUp(session: Session, lag: Lag): void {
    session.lag = lag
    // One that waits for the next round would be told the new lack in one go, however long it is.
    this.#rejoining.delete(session)
    this.#catchUp(session).catch((error: unknown) => {
      session.outlet.close(`could not be brought up to date: ${String(error)}`)
    })
  }

  /** Nothing more is told to a session that wishes for nothing. */
  rest(session: Session): void {
    session.lag = undefined
    this.#rejoining.delete(session)
  }

  drop(session: Session): void {
    session.isClosed = true
    this.rest(session)
  }

  *#round(): Generator<void, void> {
    const { sequence } = this.#options.source
    const taken = [...this.#waiting].map((group) => group.take(sequence))
    this.#waiting.clear()
    this.#owed = 0
    const rejoining = [...this.#rejoining].map((session) => ({ session, lag: session.lag }))
    this.#rejoining.clear()
    for (const { session, lag } of rejoining) {
      // One that has changed its subscriptions since is on its way again.
      if (session.lag === lag) this.#rejoin(session, sequence)
      yield
    }
    // What may be equal goes out together, so that no frame is kept longer than it is of use.
    for (const alike of Map.groupBy(taken, ({ signature }) => signature).values()) {
      const shared = new SharedFrames()
      for (const { group, fragments, latest } of alike) {
        const frames = [...shared.of(fragments), ...latest()]
        for (const session of group.sessions) {
          for (const frame of frames) this.#deliver(session, group, frame)
          yield
        }
      }
    }
  }

  #deliver(session: Session, group: Group, frame: Frame): void {
    const { counters } = this.#options
    if (session.liveFrom === this.#rounds.number) return
    if (session.lag === undefined && session.outlet.backlog() > limits.behindAboveBytes) {
      counters.fallenBehind++
      const since = group.deliveredTo
      this.catchUp(session, { since, sinceForNew: since, before: group.subscriptions, isConflated: true })
    }
    if (session.lag !== undefined) {
      counters.conflatedValues += frame.values
      return
    }
    this.#send(session, frame)
  }

  /** A reader that cannot be sent to is closed; it must not keep the others waiting. */
  #send({ outlet }: Session, frame: Frame): void {
    try {
      outlet.send(frame)
      this.#options.counters.deliveredValues += frame.values
    } catch (error) {
      outlet.close(`could not be sent to: ${String(error)}`)
    }
  }

  async #catchUp(session: Session): Promise<void> {
    const { source } = this.#options
    for (let pass = 0; pass < limits.passes; pass++) {
      const { lag, group } = session
      if (lag === undefined || group === undefined) return
      const reached = await this.#tell(session, group, lag)
      // The wishes may have changed again before this goes on.
      if (reached === undefined || session.lag !== lag) return
      const { subscriptions: before } = group
      session.lag = { since: reached, sinceForNew: reached, before, isConflated: lag.isConflated }
      if (source.sequence - reached < limits.shortRest) break
    }
    this.#rejoining.add(session)
    this.#rounds.request()
  }

  /**
   * Sends one pass of what is lacking.
   * @returns the change up to which it was told, or undefined when the session is gone or wishes for something else
   */
  async #tell(session: Session, group: Group, lag: Lag): Promise<number | undefined> {
    const { source, clock } = this.#options
    const isCurrent = (): boolean => !session.isClosed && session.lag === lag
    await this.#drained(session)
    const reached = source.sequence
    if (!isCurrent()) return undefined
    for (const frame of new CatchUp(group, lag, reached).frames(source, clock)) {
      if (frame !== undefined) this.#send(session, frame)
      await pause(clock)
      await this.#drained(session)
      if (!isCurrent()) return undefined
    }
    return reached
  }

  /** Waits until the reader has read; the outlet closes one that never does. */
  async #drained(session: Session): Promise<void> {
    const { clock } = this.#options
    const enough = session.lag?.isConflated === true ? limits.caughtUpBelowBytes : limits.behindAboveBytes
    while (!session.isClosed && session.outlet.backlog() > enough)
      await new Promise<void>((resolve) => void clock.after(limits.drainPollMs, resolve))
  }

  /** Tells the short rest up to what the round has taken; what changes from then on waits in the group. */
  #rejoin(session: Session, sequence: number): void {
    const { lag, group } = session
    if (lag === undefined || group === undefined) return
    const { source, clock } = this.#options
    const frame = new CatchUp(group, lag, sequence).rest(source, clock)
    session.lag = undefined
    session.liveFrom = this.#rounds.number
    if (frame !== undefined) this.#send(session, frame)
  }
}
