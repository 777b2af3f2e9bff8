import type { UserEvent, UserNews } from './bus-user.ts'
import { UsedBus, waitFor, wallMs } from './used-bus.ts'

export interface KilledFigures {
  readonly kills: number
  /** The longest times from a kill until the user knew of it, until it received data again, and until it could send. */
  readonly lostWorstMs: number
  readonly dataWorstMs: number
  readonly sendsWorstMs: number
  /** Messages from before a restart that were sent after it, and messages that were refused and sent nevertheless. */
  readonly old: number
  readonly refusedSent: number
}

/** What one kill did. */
interface Kill {
  readonly lostMs: number
  readonly dataMs: number
  readonly sendsMs: number
  readonly old: number
}

/** The outcomes of messages that may have been sent: the process ended before it answered. */
const uncertain = new Set(['written', 'unconfirmed'])

const refusedIn = ({ outcomes }: UserNews): number[] =>
  Object.entries(outcomes).flatMap(([outcome, numbers]) => (uncertain.has(outcome) ? [] : numbers))

class KilledPlugin {
  readonly #used: UsedBus
  readonly #refused = new Set<number>()
  #events: UserEvent[] = []

  constructor(used: UsedBus) {
    this.#used = used
  }

  /** Messages that were refused, and are on the bus nevertheless. */
  get refusedSent(): number {
    return this.#used.sent.filter(({ number }) => this.#refused.has(number)).length
  }

  async kill(): Promise<Kill> {
    const { server, sent } = this.#used
    const { pid } = await server.report()
    if (pid === null) throw new Error('The plugin does not run')
    const before = sent.length
    const killedAt = wallMs()
    process.kill(pid, 'SIGKILL')
    const lost = await this.#event('lost', killedAt)
    const offered = await this.#event('offered', lost.at)
    const heard = await this.#event('heard', lost.at)
    // The next kill finds it sending.
    await waitFor('messages after the restart', () => sent.find(({ number }) => number > offered.number))
    // As a person would do: without it, every restart waits longer than the one before.
    await server.enable()
    await this.#read()
    const after = sent.slice(before).filter(({ at }) => at > offered.at)
    return {
      lostMs: lost.at - killedAt,
      dataMs: heard.at - killedAt,
      sendsMs: offered.at - killedAt,
      old: after.filter(({ number }) => number <= lost.number).length,
    }
  }

  async #event(what: UserEvent['what'], after: number): Promise<UserEvent> {
    return await waitFor(`the event "${what}"`, async () => {
      await this.#read()
      return this.#events.find((event) => event.what === what && event.at > after)
    })
  }

  async #read(): Promise<void> {
    const news = await this.#used.news()
    this.#events = [...this.#events, ...news.events].slice(-20)
    for (const number of refusedIn(news)) this.#refused.add(number)
  }
}

const worst = (times: readonly number[]): number => Math.round(Math.max(...times))

/** Kills the plugin that owns the bus again and again, while another plugin sends on it. */
export const killPlugin = async (kills: number): Promise<KilledFigures> => {
  await using used = await UsedBus.start()
  await used.keepSending()
  const plugin = new KilledPlugin(used)
  const done: Kill[] = []
  while (done.length < kills) done.push(await plugin.kill())
  return {
    kills,
    lostWorstMs: worst(done.map(({ lostMs }) => lostMs)),
    dataWorstMs: worst(done.map(({ dataMs }) => dataMs)),
    sendsWorstMs: worst(done.map(({ sendsMs }) => sendsMs)),
    old: done.reduce((sum, { old }) => sum + old, 0),
    refusedSent: plugin.refusedSent,
  }
}

export interface UndeclaredFigures {
  readonly sends: number
  /** Answered with `not-declared`, and counted in the report of the plugin and in `/metrics`. */
  readonly refused: number
  readonly reported: number
  readonly metric: number
  /** Messages of the topic on the bus. */
  readonly onBus: number
}

/** Sends a topic that the plugin has not declared. */
export const sendUndeclared = async (sends: number): Promise<UndeclaredFigures> => {
  await using used = await UsedBus.start()
  const pgn = 65_361
  let refused = 0
  for (let count = 0; count < sends; count++) if ((await used.send(String(pgn))) === 'not-declared') refused++
  return {
    sends,
    refused,
    reported: await used.refused('not-declared'),
    metric: await used.server.metric('bus_refused_messages_total{reason="not-declared"}'),
    onBus: used.otherTopics.get(pgn) ?? 0,
  }
}
