import type { VesselToken } from '#subjects.ts'

const periodMs = 5_000
/** Maximum vessels in one message: NATS takes 1 MB. */
const mostVessels = 5_000

/**
 * Publishes the boats in contact every five seconds, even an empty list: readers can distinguish a silent boat from a gateway
 * that does not listen.
 */
export class ContactReport implements Disposable {
  readonly #heard = new Set<VesselToken>()
  readonly #timer: NodeJS.Timeout
  readonly #publish: (vessels: readonly VesselToken[]) => void

  constructor(publish: (vessels: readonly VesselToken[]) => void) {
    this.#publish = publish
    this.#timer = setInterval(() => this.#report(), periodMs).unref()
  }

  heard(vessel: VesselToken): void {
    this.#heard.add(vessel)
  }

  /** The boat has left: what it has sent is not reported to its next owner. */
  forget(vessel: VesselToken): void {
    this.#heard.delete(vessel)
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer)
  }

  #report(): void {
    const vessels = [...this.#heard]
    this.#heard.clear()
    for (let first = 0; first === 0 || first < vessels.length; first += mostVessels)
      this.#publish(vessels.slice(first, first + mostVessels))
  }
}
