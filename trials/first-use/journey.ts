import { setTimeout as sleep } from 'node:timers/promises'
import { Terminal } from '../packed/terminal.ts'
import type { PathName } from './obstacles.ts'

const patienceMs = 120_000

export interface Answer {
  readonly status: number
  readonly text: string
}

/** Repeats until there is a result: plugins and found ports take a while. */
export const eventually = async <T>(what: string, attempt: () => Promise<T | undefined>): Promise<T> => {
  const deadline = performance.now() + patienceMs
  for (; performance.now() < deadline; await sleep(100)) {
    const result = await attempt()
    if (result !== undefined) return result
  }
  throw new Error(`${what}: not within ${patienceMs / 1_000} s`)
}

/** One person at a terminal, with the packed packages only: what they type, and which obstacles they did not meet. */
export class Journey implements AsyncDisposable {
  readonly path: PathName
  readonly terminal: Terminal
  readonly typed: string[] = []
  /** Obstacles that were looked for and not met. */
  readonly gone = new Set<string>()
  #milliseconds = 0

  constructor(path: PathName, registry: string) {
    this.path = path
    this.terminal = new Terminal(registry)
  }

  /** The time that the typed commands took. */
  get seconds(): number {
    return Math.round(this.#milliseconds / 100) / 10
  }

  /** A command that the person types. It is counted. */
  async type(command: string): Promise<string> {
    this.typed.push(command)
    const began = performance.now()
    try {
      return await this.terminal.run(command)
    } finally {
      this.#milliseconds += performance.now() - began
    }
  }

  /** Notes that an obstacle of the review was not met. */
  isGone(obstacle: string, isTrue: boolean, seen: unknown): void {
    if (!isTrue) throw new Error(`Obstacle ${obstacle} was met: ${String(seen).slice(0, 1_000)}`)
    this.gone.add(obstacle)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.terminal[Symbol.asyncDispose]()
  }
}

/** Requests to one boat, as `curl` sends them. */
export class Requests {
  readonly #address: string
  readonly #token: string | undefined

  constructor(address: string, token?: string) {
    this.#address = address
    this.#token = token
  }

  async send(method: string, path: string, body?: unknown): Promise<Answer> {
    const url = path.startsWith('/') ? path : `/marinedata/v2/api/${path}`
    const response = await fetch(`http://${this.#address}${url}`, {
      method,
      headers: {
        ...(this.#token !== undefined && { authorization: `Bearer ${this.#token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(patienceMs),
    })
    return { status: response.status, text: await response.text() }
  }

  /** @throws Error unless the status is 2xx */
  async json<T>(method: string, path: string, body?: unknown): Promise<T> {
    const { status, text } = await this.send(method, path, body)
    if (status < 200 || status > 299) throw new Error(`${method} ${path}: ${status} ${text}`)
    // The caller names the type of the answer.
    return JSON.parse(text) as T
  }

  /** A value of the own vessel; undefined while there is none. */
  async value(path: string): Promise<{ readonly value: unknown; readonly $source: string } | undefined> {
    const address = `/marinedata/v1/api/vessels/self/${path.replaceAll('.', '/')}`
    const { status, text } = await this.send('GET', address)
    // A leaf of the tree.
    return status === 200 ? (JSON.parse(text) as { value: unknown; $source: string }) : undefined
  }
}
