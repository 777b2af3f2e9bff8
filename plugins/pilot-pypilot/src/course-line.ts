import { ReconnectPauses, TcpClientLink } from '@marinedata/inputs'
import type { CourseGuidance } from '@marinedata/model'
import { apbOf, invalidApb } from '@marinedata/nmea0183'

const openMs = 5_000

/** Sends the course to the NMEA 0183 port of pypilot, as APB: once a second while it is live, and once when it ends. */
export class CourseLine implements AsyncDisposable {
  readonly #address: { readonly host: string; readonly port: number }
  readonly #pauses = new ReconnectPauses()
  readonly #over = new AbortController()
  #link: TcpClientLink | undefined
  #opening: Promise<void> | undefined
  #nextTryAt = 0
  #isLive = false

  constructor(address: { readonly host: string; readonly port: number }) {
    this.#address = address
  }

  /** Whether there is a course, and it can be sent. */
  get isLive(): boolean {
    return this.#isLive && this.#link !== undefined
  }

  /** For `followCourse`. */
  take(guidance: CourseGuidance): void {
    const wasLive = this.#isLive
    this.#isLive = guidance.status === 'live'
    if (guidance.status === 'live') {
      this.#open()
      // pypilot corrects for the distance from the track itself, so it is given the direction of the track.
      this.#send(apbOf(guidance, guidance.trackBearing))
    } else if (wasLive) this.#send(invalidApb)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#over.abort()
    await this.#opening
    await this.#link?.[Symbol.asyncDispose]()
  }

  #send(sentence: string | undefined): void {
    if (sentence !== undefined) this.#link?.write(Buffer.from(`${sentence}\r\n`))
  }

  /** Connects when there is something to send. A course is sent every second, so every second it may be tried. */
  #open(): void {
    if (this.#link !== undefined || this.#opening !== undefined || performance.now() < this.#nextTryAt) return
    this.#opening = this.#connect().finally(() => (this.#opening = undefined))
  }

  async #connect(): Promise<void> {
    const { host, port } = this.#address
    try {
      const signal = AbortSignal.any([this.#over.signal, AbortSignal.timeout(openMs)])
      const link = await TcpClientLink.open(host, port, signal)
      this.#link = link
      this.#pauses.reset()
      link.gone.addEventListener('abort', () => {
        if (this.#link === link) this.#link = undefined
        void link[Symbol.asyncDispose]()
      })
    } catch {
      this.#nextTryAt = performance.now() + this.#pauses.next()
    }
  }
}
