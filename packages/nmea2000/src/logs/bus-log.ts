import { DeviceDirectory } from '#network/device-directory.ts'
import { BusReader, type DeviceUpdate } from '#paths/bus-reader.ts'
import type { InstanceNames } from '#paths/rules.ts'
import type { Timer } from '#timer.ts'
import { FrameAssembler } from '#transport/assembler.ts'
import type { Packet } from '#transport/frame.ts'
import { LogLineReader, type LoggedLine } from './log-formats.ts'

/** Content of a line of a log. */
export type BusLogLine =
  | { readonly kind: 'values'; readonly at: number | undefined; readonly updates: readonly DeviceUpdate[] }
  /** A part of a message, a message without values, or a comment. */
  | { readonly kind: 'nothing' }
  /** Not a line of a log. */
  | { readonly kind: 'broken' }

const nothing: BusLogLine = { kind: 'nothing' }
const msPerDay = 86_400_000
/** A log without times is read as if frames came this far apart. */
const stepMs = 1

/** Time as the log says it. Nothing is scheduled. */
class LogTimer implements Timer {
  now = 0

  after(): Disposable {
    return { [Symbol.dispose]: () => undefined }
  }
}

/** Reads a log of NMEA 2000 line by line: the same values as from the bus itself. Devices without a claim are addresses. */
export class BusLog {
  readonly #timer = new LogTimer()
  readonly #lines = new LogLineReader()
  readonly #assembler = new FrameAssembler()
  readonly #directory = new DeviceDirectory({ timer: this.#timer, nameWithinMs: 0 })
  readonly #reader: BusReader
  /** Days since a log with times of day began. */
  #days = 0
  #lastTimeOfDay = 0

  constructor(options: { readonly names?: InstanceNames; readonly ownMmsi?: string | undefined } = {}) {
    this.#reader = new BusReader({ ...options, directory: this.#directory, timer: this.#timer })
  }

  read(text: string): BusLogLine {
    const line = text.trim()
    if (line === '' || line.startsWith('#')) {
      this.#lines.readComment(line)
      return nothing
    }
    const logged = this.#lines.read(line)
    if (logged === undefined) return { kind: 'broken' }
    const at = this.#timeOf(logged)
    this.#timer.now = at ?? this.#timer.now + stepMs
    const packet = this.#packetOf(logged)
    const updates = packet === undefined ? [] : this.#updatesOf(packet)
    return updates.length === 0 ? nothing : { kind: 'values', at, updates }
  }

  #packetOf({ content }: LoggedLine): Packet | undefined {
    return 'packet' in content ? content.packet : this.#assembler.add(content.frame, this.#timer.now).packet
  }

  #updatesOf(packet: Packet): readonly DeviceUpdate[] {
    this.#directory.handle(packet)
    this.#reader.handle(packet)
    return this.#reader.take().updates
  }

  /** A time of day that is much earlier than the last one is of the next day. */
  #timeOf({ at, isTimeOfDay }: LoggedLine): number | undefined {
    if (at === undefined || !isTimeOfDay) return at
    if (at < this.#lastTimeOfDay - msPerDay / 2) this.#days++
    this.#lastTimeOfDay = at
    return this.#days * msPerDay + at
  }
}
