import { readAlarm } from '../sending/deltas.ts'
import { sendTimes } from '../sending/send-clock.ts'

/** The content of a frame: values, each send time with the number of its values, and an alarm. */
export interface FrameContent {
  readonly values: number
  readonly times: Float64Array
  readonly counts: Uint32Array
  readonly alarm: number | undefined
  readonly isConflated: boolean
}

const valueMark = '"value":'
const staleMark = ',"stale":true'

const isSendTime = (value: number): boolean => value >= sendTimes.earliest && value <= sendTimes.latest

const numberEnd = (text: string, start: number): number => {
  let end = start
  for (;;) {
    const code = text.charCodeAt(end)
    const isNumeral = (code >= 48 && code <= 57) || code === 46
    if (!isNumeral) return end
    end++
  }
}

const runs = (sorted: Float64Array): Pick<FrameContent, 'times' | 'counts'> => {
  const times = new Float64Array(sorted.length)
  const counts = new Uint32Array(sorted.length)
  let run = -1
  for (const time of sorted) {
    if (run < 0 || times[run] !== time) times[++run] = time
    counts[run] = (counts[run] ?? 0) + 1
  }
  return { times: times.subarray(0, run + 1), counts: counts.subarray(0, run + 1) }
}

/** Scans a frame for markers only: parsing what 2,000 clients receive would need several cores. */
export const scanFrame = (text: string): FrameContent => {
  const found: number[] = []
  let values = 0
  for (let mark = text.indexOf(valueMark); mark >= 0; mark = text.indexOf(valueMark, mark)) {
    mark += valueMark.length
    const end = numberEnd(text, mark)
    // A value that is repeated because it became stale is not a delivery.
    if (text.startsWith(staleMark, end)) continue
    values++
    const time = end > mark ? Number(text.slice(mark, end)) : 0
    if (isSendTime(time)) found.push(time)
  }
  const { times, counts } = runs(Float64Array.from(found).toSorted())
  return { values, times, counts, alarm: readAlarm(text), isConflated: text.includes('"conflated":true') }
}

interface Remembered {
  readonly bytes: Buffer
  readonly content: FrameContent
}

const memoryBytes = 32 * 1024 * 1024
const tailBytes = 64

const tailHash = (buffer: Buffer, start: number, end: number): number => {
  let hash = end - start
  // Frames of one moment share their head; send times are near the tail.
  for (let at = Math.max(start, end - tailBytes); at < end; at++)
    hash = Math.imul(hash ^ (buffer[at] ?? 0), 16777619)
  return hash
}

/**
 * Clients with equal subscriptions receive equal frames. A frame that is byte-equal to one already scanned has the same
 * content; comparing costs a tenth of scanning.
 */
export class FrameMemory {
  #young = new Map<number, Remembered>()
  #old = new Map<number, Remembered>()
  #youngBytes = 0

  read(buffer: Buffer, start: number, end: number): FrameContent {
    const hash = tailHash(buffer, start, end)
    const known = this.#young.get(hash) ?? this.#old.get(hash)
    if (
      known?.bytes.length === end - start &&
      buffer.compare(known.bytes, 0, end - start, start, end) === 0
    ) {
      return known.content
    }
    const content = scanFrame(buffer.toString('latin1', start, end))
    this.#remember(hash, { bytes: Buffer.from(buffer.subarray(start, end)), content })
    return content
  }

  #remember(hash: number, frame: Remembered): void {
    if (this.#youngBytes > memoryBytes) {
      this.#old = this.#young
      this.#young = new Map()
      this.#youngBytes = 0
    }
    this.#young.set(hash, frame)
    this.#youngBytes += frame.bytes.length
  }
}
