import type { Timer } from '#timer.ts'
import { FrameAssembler } from '#transport/assembler.ts'
import type { Frame, Packet } from '#transport/frame.ts'

interface Task {
  readonly at: number
  readonly run: () => void
}

/** A timer whose time passes only in `advance`. */
export class ManualTimer implements Timer {
  #now = 0
  #tasks: Task[] = []

  get now(): number {
    return this.#now
  }

  after(delayMs: number, run: () => void): Disposable {
    const task = { at: this.#now + delayMs, run }
    this.#tasks.push(task)
    return {
      [Symbol.dispose]: () => {
        this.#tasks = this.#tasks.filter((other) => other !== task)
      },
    }
  }

  /** Lets time pass, and runs what is due in order. */
  advance(ms: number): void {
    const end = this.#now + ms
    for (let next = this.#next(end); next !== undefined; next = this.#next(end)) {
      this.#tasks = this.#tasks.filter((task) => task !== next)
      this.#now = next.at
      next.run()
    }
    this.#now = end
  }

  #next(end: number): Task | undefined {
    return this.#tasks.filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)[0]
  }
}

/** Something on the bus. */
export interface Listener {
  handle(packet: Packet): void
}

/** How long a frame takes on the bus. */
const frameMs = 0.5
/** The last frames are remembered. */
const maxRemembered = 20_000

type TakeFrame = (frame: Frame) => void

/** A bus in memory. Every frame reaches every listener, including its sender, a moment later. */
export class SimulatedBus {
  /** The last frames that were sent, with their time. */
  readonly frames: (Frame & { readonly at: number })[] = []
  readonly #timer: Timer
  readonly #listeners = new Set<TakeFrame>()

  constructor(timer: Timer) {
    this.#timer = timer
  }

  /** Attaches something that takes whole messages. */
  attach(listener: Listener): Disposable {
    const assembler = new FrameAssembler()
    return this.attachToFrames((frame) => {
      const { packet } = assembler.add(frame, this.#timer.now)
      if (packet !== undefined) listener.handle(packet)
    })
  }

  /** Attaches something that takes frames. */
  attachToFrames(take: TakeFrame): Disposable {
    this.#listeners.add(take)
    return { [Symbol.dispose]: () => this.#listeners.delete(take) }
  }

  send(frame: Frame): void {
    this.frames.push({ ...frame, at: this.#timer.now })
    if (this.frames.length > maxRemembered) this.frames.splice(0, maxRemembered / 2)
    this.#timer.after(frameMs, () => {
      for (const take of this.#listeners) take(frame)
    })
  }
}
