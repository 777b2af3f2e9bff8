import { definePlugin, MarineDataError, runPlugin, Type, type OpenedBus } from '@marinedata/plugin-api'

/** The NAME of the device that the plugin sends to. */
export const followedName = 'c0788c00e7e04312'
/** The plugin sends to the device as soon as it receives this message. It has the number of the message that is sent. */
export const askingTopic = '65379'
export const sentTopic = '126208'

/** When the bus was offered and lost, and when data first arrived then, in milliseconds since 1970. */
export interface UserEvent {
  readonly what: 'offered' | 'lost' | 'heard'
  readonly at: number
  /** The number of the last message that was sent before. */
  readonly number: number
}

/** What happened since it was last asked for. */
export interface UserNews {
  readonly events: readonly UserEvent[]
  /** Numbers of messages by answer: `written`, or the code of the problem. */
  readonly outcomes: Readonly<Record<string, readonly number[]>>
  /** The longest time until an answer, by answer. */
  readonly worstMs: Readonly<Record<string, number>>
}

type Note = (what: UserEvent['what']) => void

const now = (): number => performance.timeOrigin + performance.now()

/** Sends numbered messages, and notes what became of each. */
class NumberedSender {
  #bus: OpenedBus | undefined
  #number = 0
  #events: UserEvent[] = []
  #outcomes: Record<string, number[]> = {}
  #worstMs: Record<string, number> = {}
  #sending: NodeJS.Timeout | undefined

  use(bus: OpenedBus): void {
    this.#bus = bus
  }

  readonly note: Note = (what) => void this.#events.push({ what, at: now(), number: this.#number })

  async send(topic: string, to: string | null, number = this.#number + 1): Promise<string> {
    this.#number = number
    const payload = new Uint8Array(8)
    new DataView(payload.buffer).setUint32(0, number)
    const startedAt = now()
    const outcome = await this.#sent(topic, to, payload)
    this.#worstMs[outcome] = Math.max(this.#worstMs[outcome] ?? 0, now() - startedAt)
    this.#outcomes[outcome] = [...(this.#outcomes[outcome] ?? []), number]
    return outcome
  }

  async #sent(topic: string, to: string | null, payload: Uint8Array): Promise<string> {
    try {
      await this.#bus?.send({ topic, to, priority: 3, payload })
      return 'written'
    } catch (error) {
      if (!(error instanceof MarineDataError)) return String(error)
      // It may have been sent: the owner of the bus ended before it answered.
      return error.details.outcome === 'unknown' ? 'unconfirmed' : error.code
    }
  }

  keepSending(): void {
    this.#sending ??= setInterval(() => void this.send(sentTopic, null), 1_000 / 40)
  }

  take(): UserNews {
    const news = { events: this.#events, outcomes: this.#outcomes, worstMs: this.#worstMs }
    this.#events = []
    this.#outcomes = {}
    this.#worstMs = {}
    return news
  }

  stop(): void {
    clearInterval(this.#sending)
  }
}

const busUser = definePlugin({
  name: 'soak-user',
  version: '1.0.0',
  description: 'Uses a bus',
  buses: [{ kind: 'nmea2000', hears: [askingTopic, '127250'], sends: [sentTopic] }],
  actions: {
    send: {
      description: 'Sends a message to all',
      input: Type.Object({ topic: Type.String() }),
      deadline: 5,
    },
    keepSending: { description: 'Sends 40 messages a second to all from now on' },
    take: { description: 'Returns what happened since the last call', deadline: 10 },
  },
  start: async (boat) => {
    const sender = new NumberedSender()
    let isSilent = true
    const bus = await boat.openBus(
      { kind: 'nmea2000', urgent: [askingTopic] },
      {
        heard: (messages) => {
          if (isSilent) sender.note('heard')
          isSilent = false
          for (const { topic, payload } of messages)
            if (topic === askingTopic)
              void sender.send(
                sentTopic,
                followedName,
                new DataView(payload.buffer, payload.byteOffset).getUint32(0),
              )
        },
        offered: ({ canSend }) => canSend && sender.note('offered'),
        lost: () => {
          isSilent = true
          sender.note('lost')
        },
      },
    )
    sender.use(bus)
    return {
      stop: () => sender.stop(),
      actions: {
        send: ({ topic }) => sender.send(topic, null),
        keepSending: () => sender.keepSending(),
        take: () => sender.take(),
      },
    }
  },
})

if (import.meta.main) await runPlugin(busUser)
