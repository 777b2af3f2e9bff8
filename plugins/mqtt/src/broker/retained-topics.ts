import type { RetainedMessage } from './broker-connection.ts'

/** The newest payload of each topic, and which of them the broker has not stored yet. Its size is that of the topics. */
export class RetainedTopics {
  readonly #payloadByTopic = new Map<string, string>()
  readonly #waiting = new Set<string>()
  readonly #sent = new Set<string>()
  /** Topics that a new connection has not stored yet. */
  #restoring = new Set<string>()

  /** Whether the broker has everything that was known when the connection was made. */
  get isRestored(): boolean {
    return this.#restoring.size === 0
  }

  /** Sets the payload of a topic; an empty one removes it from the broker. */
  set(topic: string, payload: string): void {
    if (this.#payloadByTopic.get(topic) === payload) return
    this.#payloadByTopic.set(topic, payload)
    this.#waiting.add(topic)
  }

  /** A new connection: the broker may have lost everything. */
  restore(): void {
    this.#sent.clear()
    this.#restoring = new Set(this.#payloadByTopic.keys())
    for (const topic of this.#payloadByTopic.keys()) this.#waiting.add(topic)
  }

  /** The next message to publish. A topic waits while its last message is not stored, so that messages keep their order. */
  take(): RetainedMessage | undefined {
    for (const topic of this.#waiting) {
      if (this.#sent.has(topic)) continue
      this.#waiting.delete(topic)
      this.#sent.add(topic)
      return { topic, payload: this.#payloadByTopic.get(topic) ?? '' }
    }
    return undefined
  }

  /** The broker has stored a message. */
  stored({ topic, payload }: RetainedMessage): void {
    this.#sent.delete(topic)
    this.#restoring.delete(topic)
    if (payload === '' && this.#payloadByTopic.get(topic) === '') this.#payloadByTopic.delete(topic)
  }
}
