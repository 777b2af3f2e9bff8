import type { AutopilotReport } from '@marinedata/model'
import type { StartedPlugin } from '../start-plugin.ts'

const lookEveryMs = 20

interface Heard {
  count: number
  at: number
  longestMs: number
}

/** Looks on at a running plugin: how long each of its pilots is silent at most. */
export class ReportWatch implements Disposable {
  readonly #plugin: StartedPlugin
  readonly #heardById = new Map<string, Heard>()
  readonly #timer: NodeJS.Timeout
  readonly #began = performance.now()
  /** False while it is no wonder when nothing is heard. */
  isListening = true

  constructor(plugin: StartedPlugin) {
    this.#plugin = plugin
    this.#timer = setInterval(() => this.#look(), lookEveryMs)
  }

  get listenedMs(): number {
    return performance.now() - this.#began
  }

  /** Milliseconds. */
  longestSilence(id: string): number {
    this.#look()
    return this.#heardById.get(id)?.longestMs ?? 0
  }

  [Symbol.dispose](): void {
    this.#look()
    this.isListening = false
    clearInterval(this.#timer)
  }

  #look(): void {
    const now = performance.now()
    for (const [id, { kind, reports }] of this.#plugin.devices) {
      if (kind !== 'autopilot') continue
      const heard = this.#heardById.get(id) ?? { count: 0, at: now, longestMs: 0 }
      this.#heardById.set(id, heard)
      if (this.isListening) heard.longestMs = Math.max(heard.longestMs, now - heard.at)
      if (this.isListening && reports.length === heard.count) continue
      heard.count = reports.length
      heard.at = now
    }
  }
}

/** What was reported of a device, as far as it fits; whether it does is a case of its own. */
export const reportsOf = (plugin: StartedPlugin, id: string): readonly AutopilotReport[] =>
  (plugin.devices.get(id)?.reports ?? []) as readonly AutopilotReport[]
