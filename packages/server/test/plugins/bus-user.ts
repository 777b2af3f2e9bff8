import { definePlugin, MarineDataError, runPlugin, Type, type OpenedBus } from '@marinedata/plugin-api'
import { setTimeout as sleep } from 'node:timers/promises'

/** Wall clock time in milliseconds, finer than `Date.now()`. */
const now = (): number => performance.timeOrigin + performance.now()

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

const summaryOf = (times: readonly number[]) => {
  const sorted = times.toSorted((one, other) => one - other)
  return { median: quantile(sorted, 0.5), p99: quantile(sorted, 0.99), max: sorted.at(-1) ?? Number.NaN }
}

/** Counts what it receives. The numbers in the messages show whether any was lost or repeated. */
class Received {
  #next = 0
  #gaps = 0
  readonly #ages: number[] = []

  add(number: number, age: number): void {
    if (number !== this.#next) this.#gaps++
    this.#next = number + 1
    this.#ages.push(age)
  }

  get summary() {
    return { count: this.#ages.length, gaps: this.#gaps, age: summaryOf(this.#ages) }
  }
}

/** Sends numbered messages and notes what became of them. */
class Sender {
  outcomes: Record<string, number> = {}
  times: number[] = []
  readonly #bus: OpenedBus
  readonly #counter: { number: number }

  constructor(bus: OpenedBus, counter: { number: number }) {
    this.#bus = bus
    this.#counter = counter
  }

  forget(): void {
    this.outcomes = {}
    this.times = []
  }

  async send(topic: string, to: string | null): Promise<string> {
    const payload = new Uint8Array(8)
    new DataView(payload.buffer).setUint32(0, ++this.#counter.number)
    const startedAt = now()
    const outcome = await this.#bus.send({ topic, to, priority: 3, payload }).then(
      () => 'written',
      (error: unknown) => (error instanceof MarineDataError ? error.code : String(error)),
    )
    if (outcome === 'written') this.times.push(now() - startedAt)
    this.outcomes[outcome] = (this.outcomes[outcome] ?? 0) + 1
    return outcome
  }

  /** Sends without waiting for the answers. Resolves when all are answered. */
  async sendMany(topic: string, { perSecond, count }: { perSecond: number; count: number }): Promise<void> {
    const startedAt = now()
    const sending: Promise<unknown>[] = []
    for (; sending.length < count; await sleep(1))
      while (sending.length < Math.min(((now() - startedAt) * perSecond) / 1_000, count))
        sending.push(this.send(topic, null))
    await Promise.all(sending)
  }
}

export const busUser = (name: string) =>
  definePlugin({
    name,
    version: '1.0.0',
    description: 'Uses a bus',
    buses: [{ kind: 'nmea2000', hears: ['65379', '127250'], sends: ['126208'] }],
    actions: {
      send: {
        description: 'Sends one message',
        input: Type.Object({ topic: Type.String(), to: Type.Union([Type.String(), Type.Null()]) }),
        deadline: 5,
      },
      sendMany: {
        description: 'Sends messages at an even rate',
        input: Type.Object({ perSecond: Type.Number(), count: Type.Integer() }),
        deadline: 10,
      },
      keepSending: { description: 'Sends 18 messages a second from now on' },
      received: { description: 'What was received since the last `forget`' },
      forget: { description: 'Forgets what was received and sent' },
      sent: { description: 'What became of the messages that were sent' },
      events: { description: 'When the bus was offered and lost, with the number of the last sent message' },
      devices: { description: 'The devices on the bus' },
    },
    start: async (boat) => {
      let received = new Received()
      const events: { what: string; at: number; number: number }[] = []
      const counter = { number: 0 }
      const note = (what: string): void => void events.push({ what, at: now(), number: counter.number })
      const bus = await boat.openBus(
        { kind: 'nmea2000', urgent: ['65379'] },
        {
          heard: (messages) => {
            const at = now()
            for (const { payload, time } of messages)
              received.add(new DataView(payload.buffer).getUint32(0), at - time)
          },
          offered: ({ canSend }) => note(canSend ? 'offered' : 'silent'),
          lost: () => note('lost'),
        },
      )
      const sending = new Sender(bus, counter)
      let timer: NodeJS.Timeout | undefined
      return {
        stop: () => clearInterval(timer),
        actions: {
          send: ({ topic, to }) => sending.send(topic, to),
          sendMany: (options) => sending.sendMany('126208', options),
          keepSending: () => {
            timer ??= setInterval(() => void sending.send('126208', null), 1_000 / 18)
          },
          received: () => received.summary,
          forget: () => {
            received = new Received()
            sending.forget()
          },
          sent: () => ({
            outcomes: sending.outcomes,
            time: summaryOf(sending.times),
          }),
          events: () => events,
          devices: () => bus.nodes,
        },
      }
    },
  })

if (import.meta.main) await runPlugin(busUser('bus-user'))
