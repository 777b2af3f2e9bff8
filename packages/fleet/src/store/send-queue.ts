/** Too short to notice, and one write to the socket carries the messages of many boats. */
const gatherMs = 150

/**
 * Sends what comes within a moment together. A write to a socket costs more than a message, here, at NATS, and at those
 * to whom NATS passes it on.
 */
export class SendQueue {
  #waiting: (() => void)[] = []

  /** @param send what must not throw */
  push(send: () => void): void {
    if (this.#waiting.push(send) === 1) setTimeout(() => this.#flush(), gatherMs)
  }

  /** Resolves as the sending does. */
  async add<T>(send: () => Promise<T>): Promise<T> {
    return await new Promise((resolve, reject) => this.push(() => void send().then(resolve, reject)))
  }

  #flush(): void {
    const waiting = this.#waiting
    this.#waiting = []
    for (const send of waiting) send()
  }
}
