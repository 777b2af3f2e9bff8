/* oxlint-disable typescript/no-unsafe-argument, typescript/no-unsafe-assignment, typescript/no-unsafe-call, typescript/no-unsafe-member-access -- plain JavaScript for browsers, without types */
// The boat's stream, opened with a ticket and opened again when it breaks.
import { ask, places } from './page.js'

const silentMs = 5_000
const lookEveryMs = 1_000
const retry = { firstMs: 1_000, longestMs: 8_000 }

/** Follows some paths of the own vessel for as long as the page is open. */
export class BoatStream {
  #options
  #socket
  #heardAt = Date.now()
  #waitMs = retry.firstMs

  /** @param options `paths`, and what to call: `onValue`, `onSilence` with seconds or undefined, `onSignedOut` */
  constructor(options) {
    this.#options = options
  }

  open() {
    setInterval(() => this.#look(), lookEveryMs)
    void this.#connect()
  }

  async #connect() {
    try {
      const { ticket } = await ask(`${places.access}/ticket`, { method: 'POST' })
      this.#listen(`${places.stream}?subscribe=none&ticket=${encodeURIComponent(ticket)}`)
    } catch (error) {
      if (error.code === 'unauthenticated') this.#options.onSignedOut()
      else this.#connectLater()
    }
  }

  #listen(path) {
    const { protocol, host } = location
    const socket = new WebSocket(`${protocol.replace('http', 'ws')}//${host}${path}`)
    this.#socket = socket
    socket.addEventListener('open', () => {
      this.#waitMs = retry.firstMs
      const subscribe = this.#options.paths.map((wanted) => ({ path: wanted, minPeriod: 500 }))
      socket.send(JSON.stringify({ context: 'vessels.self', subscribe }))
    })
    socket.addEventListener('message', ({ data }) => this.#heard(JSON.parse(data)))
    socket.addEventListener('close', () => {
      if (this.#socket === socket) this.#connectLater()
    })
  }

  #heard({ updates = [] }) {
    this.#heardAt = Date.now()
    for (const { $source, values = [] } of updates)
      for (const value of values) this.#options.onValue({ $source, ...value })
  }

  #connectLater() {
    setTimeout(() => void this.#connect(), this.#waitMs)
    this.#waitMs = Math.min(this.#waitMs * 2, retry.longestMs)
  }

  /** The boat's heart beats every second: silence is a dead link, whatever the socket says. */
  #look() {
    const silence = Date.now() - this.#heardAt
    const isLost = silence > silentMs
    this.#options.onSilence(isLost ? Math.round(silence / 1_000) : undefined)
    if (isLost && this.#socket?.readyState === WebSocket.OPEN) this.#socket.close()
  }
}
