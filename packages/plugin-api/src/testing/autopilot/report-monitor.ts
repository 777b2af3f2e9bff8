import type { AutopilotReport } from '@marinedata/model'
import type { StartedPlugin } from '../start-plugin.ts'

const pollMs = 20

interface Observed {
  count: number
  at: number
  longestMs: number
}

/** Watches a running plugin and measures the longest silence of each of its pilots. */
export class ReportMonitor implements Disposable {
  readonly #plugin: StartedPlugin
  readonly #observedById = new Map<string, Observed>()
  readonly #timer: NodeJS.Timeout
  readonly #began = performance.now()
  /** False while silence is expected. */
  isMeasuring = true

  constructor(plugin: StartedPlugin) {
    this.#plugin = plugin
    this.#timer = setInterval(() => this.#look(), pollMs)
  }

  get measuredMs(): number {
    return performance.now() - this.#began
  }

  /** Milliseconds. */
  longestSilence(id: string): number {
    this.#look()
    return this.#observedById.get(id)?.longestMs ?? 0
  }

  [Symbol.dispose](): void {
    this.#look()
    this.isMeasuring = false
    clearInterval(this.#timer)
  }

  #look(): void {
    const now = performance.now()
    for (const [id, { kind, reports }] of this.#plugin.devices) {
      if (kind !== 'autopilot') continue
      const observed = this.#observedById.get(id) ?? { count: 0, at: now, longestMs: 0 }
      this.#observedById.set(id, observed)
      if (this.isMeasuring) observed.longestMs = Math.max(observed.longestMs, now - observed.at)
      if (this.isMeasuring && reports.length === observed.count) continue
      observed.count = reports.length
      observed.at = now
    }
  }
}

/** The reports of a device, not validated; a separate case checks the schema. */
export const reportsOf = (plugin: StartedPlugin, id: string): readonly AutopilotReport[] =>
  (plugin.devices.get(id)?.reports ?? []) as readonly AutopilotReport[]
