import assert from 'node:assert/strict'
import type { PairedTimes } from './judgement.ts'
import type { Control } from './control.ts'
import { StreamListener, type StreamOpening } from '#stream-listener.ts'
import type { SentDelta } from '@marinedata/model'

/** The given quantile of the samples. */
export const quantile = (samples: readonly number[], share: number): number => {
  assert.ok(samples.length > 0, 'there are no samples')
  const sorted = samples.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
}

export const median = (samples: readonly number[]): number => quantile(samples, 0.5)

/** The path below which each value is its sending time. */
export const probePrefix = 'probe.'

/** A delta of `vessels.self` whose value is its sending time, on several paths in turn. */
export const probeMaker = (paths: number): (() => string) => {
  let count = 0
  return () => {
    const path = `${probePrefix}path${count++ % paths}`
    return `{"updates":[{"$source":"load","values":[{"path":"${path}","value":${performance.now()}}]}]}`
  }
}

/** Clients that keep up: they measure the latency of every value, and check that no path goes backwards. */
export class LatencyReaders implements AsyncDisposable {
  readonly #listeners: StreamListener[] = []
  #samples: number[] = []
  #outOfOrder = 0

  static async open(url: string, count: number, opening?: StreamOpening): Promise<LatencyReaders> {
    const readers = new LatencyReaders()
    for (let index = 0; index < count; index++) await readers.#add(url, opening)
    return readers
  }

  /** How often a value arrived after a newer one of its path. */
  get outOfOrder(): number {
    return this.#outOfOrder
  }

  get openCount(): number {
    return this.#listeners.filter(({ socket }) => socket.readyState === socket.OPEN).length
  }

  /** The latencies since the last call, in milliseconds. */
  take(): readonly number[] {
    const samples = this.#samples
    this.#samples = []
    return samples
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#listeners.map((listener) => listener[Symbol.asyncDispose]()))
  }

  async #add(url: string, opening?: StreamOpening): Promise<void> {
    const listener = await StreamListener.open(url, '?subscribe=none', opening)
    listener.socket.removeAllListeners('message')
    const newestByPath = new Map<string, number>()
    listener.socket.on('message', (data) => {
      const now = performance.now()
      const { updates = [] } = JSON.parse((data as Buffer).toString()) as Partial<SentDelta>
      for (const { values = [] } of updates)
        for (const { path, value } of values) this.#note(newestByPath, { path, sentAt: value as number, now })
    })
    listener.send({ sendCachedValues: false, subscribe: [{ path: `${probePrefix}*` }] })
    this.#listeners.push(listener)
  }

  #note(
    newestByPath: Map<string, number>,
    { path, sentAt, now }: { readonly path: string; readonly sentAt: number; readonly now: number },
  ): void {
    if (sentAt < (newestByPath.get(path) ?? 0)) this.#outOfOrder++
    newestByPath.set(path, sentAt)
    this.#samples.push(now - sentAt)
  }
}

/** Clients of the server and as many of the control, which receive the same load. */
export class PairedReaders implements AsyncDisposable {
  readonly server: LatencyReaders
  readonly #control: LatencyReaders

  private constructor(server: LatencyReaders, control: LatencyReaders) {
    this.server = server
    this.#control = control
  }

  static async open(
    url: string,
    control: Control,
    { count, opening }: { readonly count: number; readonly opening?: StreamOpening },
  ): Promise<PairedReaders> {
    const server = await LatencyReaders.open(url, count, opening)
    return new PairedReaders(server, await LatencyReaders.open(control.url, count))
  }

  /** The latencies since the last call, in milliseconds. */
  take(): PairedTimes {
    return { server: this.server.take(), control: this.#control.take() }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([this.server[Symbol.asyncDispose](), this.#control[Symbol.asyncDispose]()])
  }
}
