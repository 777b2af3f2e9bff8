/** Starts of a message of an Actisense gateway, and of a line of an iKonvert. */
const starts = [Buffer.of(0x10, 0x02, 0x93), Buffer.from('!PDGY')]
const longestStart = 5
/** One may occur in noise; two do not. */
const startsWanted = 2

const countOf = (bytes: Buffer, start: Buffer): number => {
  let count = 0
  for (let at = bytes.indexOf(start); at >= 0; at = bytes.indexOf(start, at + 1)) count++
  return count
}

/** Detects that a port is a gateway to NMEA 2000, which another plugin has to read. */
export class Nmea2000Detector {
  readonly #found: () => void
  #rest = Buffer.alloc(0)
  #starts = 0

  /** @param found called once */
  constructor(found: () => void) {
    this.#found = found
  }

  read(bytes: Buffer): void {
    if (this.#starts >= startsWanted) return
    const all = Buffer.concat([this.#rest, bytes])
    for (const start of starts)
      // Those that lie in the rest alone were counted before.
      this.#starts += countOf(all.subarray(Math.max(0, this.#rest.length - start.length + 1)), start)
    this.#rest = all.subarray(-(longestStart - 1))
    if (this.#starts >= startsWanted) this.#found()
  }
}
