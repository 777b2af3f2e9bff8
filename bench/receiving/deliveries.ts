import type { FrameContent } from './frame-content.ts'
import { LatencyHistogram } from './latency-histogram.ts'
import { sendTimes } from '../sending/send-clock.ts'

/**
 * Deliveries, counted in two ways. Arrivals within the window are the work that its CPU time paid for. Values sent within the
 * window show how many arrived, and how late.
 */
export class Deliveries {
  readonly latencies = new LatencyHistogram()
  /** Deltas that arrived during the window, whole or in part. */
  deltasInWindow = 0
  /** Values sent during the window that arrived at any time. */
  valuesOfWindow = 0
  conflatedFrames = 0
  #isOpen = false
  #from = Number.POSITIVE_INFINITY
  #to = Number.POSITIVE_INFINITY

  open(now: number): void {
    this.#from = now
    this.#isOpen = true
  }

  close(now: number): void {
    this.#to = now
    this.#isOpen = false
  }

  add(content: FrameContent, now: number): void {
    const { times, counts } = content
    if (content.isConflated) this.conflatedFrames++
    if (this.#isOpen) this.deltasInWindow += times.length
    for (let at = 0; at < times.length; at++) {
      const time = times[at] ?? 0
      if (time < this.#from || time >= this.#to) continue
      const count = counts[at] ?? 0
      this.valuesOfWindow += count
      this.latencies.add((now - time) * sendTimes.millisecondsPerUnit, count)
    }
  }
}
