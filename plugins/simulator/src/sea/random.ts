const hashOf = (text: string, seed: number): number => {
  let hash = seed ^ 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

/** A random generator with a seed, equal on every machine. */
export class Random {
  readonly #seed: number
  #state: number
  #spare: number | undefined

  constructor(seed: number) {
    this.#seed = seed >>> 0
    this.#state = this.#seed
  }

  /** An independent generator: numbers drawn from it do not affect this one. */
  branch(name: string): Random {
    return new Random(hashOf(name, this.#seed))
  }

  /** Uniform in [0, 1). */
  even(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  between(least: number, most: number): number {
    return least + (most - least) * this.even()
  }

  /** Normal with mean 0 and deviation 1. */
  normal(): number {
    const spare = this.#spare
    if (spare !== undefined) {
      this.#spare = undefined
      return spare
    }
    const length = Math.sqrt(-2 * Math.log(1 - this.even()))
    const angle = 2 * Math.PI * this.even()
    this.#spare = length * Math.sin(angle)
    return length * Math.cos(angle)
  }
}
