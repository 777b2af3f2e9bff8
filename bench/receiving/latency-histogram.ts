const bucketMs = 0.25
const buckets = 240_000

/** Latencies in buckets of a quarter of a millisecond, up to one minute. */
export class LatencyHistogram {
  readonly #counts = new Uint32Array(buckets)
  #total = 0

  add(latencyMs: number, count: number): void {
    const bucket = Math.min(buckets - 1, Math.max(0, Math.floor(latencyMs / bucketMs)))
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + count
    this.#total += count
  }

  /** The latency in milliseconds of the given share (0…1); NaN when it is empty. */
  percentile(share: number): number {
    const wanted = this.#total * share
    let seen = 0
    for (let bucket = 0; bucket < buckets; bucket++) {
      seen += this.#counts[bucket] ?? 0
      if (seen >= wanted && seen > 0) return (bucket + 1) * bucketMs
    }
    return Number.NaN
  }
}
