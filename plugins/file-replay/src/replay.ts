import { MarineDataError, type Boat, type Delta } from '@marinedata/plugin-api'
import { basename } from 'node:path'
import { BusLines } from './bus-lines.ts'
import { logSize, readFault } from './log-file.ts'
import { logLines, type LogLine } from './log-lines.ts'
import { InterruptibleSleep } from './interruptible-sleep.ts'
import { parseLine, type RecordedDelta, type RecordedLine } from './recorded-line.ts'
import { replayedContext, replayedDeltas } from './replayed-deltas.ts'
import { sizeText, Tally } from './tally.ts'
import { Tempo } from './tempo.ts'

export interface ReplaySettings {
  readonly file: string
  readonly speed: number
  readonly loop: boolean
  readonly restamp: boolean
}

/** The state of the replay, returned by its actions. */
export interface ReplayState {
  readonly state: 'playing' | 'paused' | 'finished' | 'failed'
  /** Bytes. */
  readonly position: number
  readonly size: number
}

const loopPauseMs = 1_000
const statusMs = 1_000
/** Limit of unanswered data: enough to be fast, little memory. */
const maxUnanswered = { deltas: 256, bytes: 1_000_000 }

/** Replays a log at the times at which it was recorded. */
export class Replay implements Disposable {
  readonly #boat: Pick<Boat, 'self' | 'publishDelta' | 'flushed' | 'status'>
  readonly #settings: ReplaySettings
  readonly #tempo: Tempo
  readonly #sleep = new InterruptibleSleep()
  readonly #statusTimer: NodeJS.Timeout
  #tally = new Tally()
  #busLines: BusLines
  #recordedSelf: string | undefined
  #state: ReplayState['state'] = 'playing'
  #fault: string | undefined
  #position = 0
  #size = 0
  #unanswered = { deltas: 0, bytes: 0 }
  #isInterrupted = false
  #isStopped = false
  #lastStatus = ''

  constructor(boat: Pick<Boat, 'self' | 'publishDelta' | 'flushed' | 'status'>, settings: ReplaySettings) {
    this.#boat = boat
    this.#busLines = new BusLines(boat.self)
    this.#settings = settings
    this.#tempo = new Tempo(settings.speed, () => performance.now())
    this.#statusTimer = setInterval(() => this.#updateStatus(), statusMs)
  }

  pause(): ReplayState {
    if (this.#state === 'playing') {
      this.#state = 'paused'
      this.#tempo.pause()
    }
    return this.#changed()
  }

  resume(): ReplayState {
    if (this.#state === 'paused') {
      this.#state = 'playing'
      this.#tempo.resume()
    }
    return this.#changed()
  }

  /** Starts again from the beginning. A paused replay stays paused there. */
  rewind(): ReplayState {
    if (this.#state !== 'paused') this.#state = 'playing'
    this.#isInterrupted = true
    this.#position = 0
    return this.#changed()
  }

  [Symbol.dispose](): void {
    this.#isStopped = true
    this.#isInterrupted = true
    clearInterval(this.#statusTimer)
    this.#sleep.wake()
  }

  /** Replays until it is disposed of. After the end it waits for a rewind. */
  async run(): Promise<void> {
    while (!this.#isStopped) {
      this.#isInterrupted = false
      await this.#playOnce()
      if (!this.#isInterrupted && this.#settings.loop && this.#state !== 'failed')
        await this.#sleep.sleep(loopPauseMs)
      else while (!this.#isInterrupted) await this.#finish()
    }
  }

  async #playOnce(): Promise<void> {
    const { file } = this.#settings
    this.#tally = new Tally()
    this.#busLines = new BusLines(this.#boat.self)
    this.#tempo.restart()
    this.#recordedSelf = undefined
    this.#position = 0
    try {
      this.#size = await logSize(file)
      this.#updateStatus()
      for await (const line of logLines(file)) {
        await this.#play(line)
        if (this.#isInterrupted) return
        this.#position = line.end
      }
      await this.#boat.flushed()
    } catch (error) {
      this.#state = 'failed'
      this.#fault = error instanceof MarineDataError ? error.message : readFault(file, error)
    }
  }

  async #finish(): Promise<void> {
    if (this.#state !== 'failed') this.#state = 'finished'
    this.#updateStatus()
    await this.#sleep.sleep()
  }

  async #play({ text, end }: LogLine): Promise<void> {
    if (text === undefined) return this.#tally.skip('too long')
    if (text.trim() === '') return
    const line = text.startsWith('{') ? parseLine(text) : await this.#busLines.parse(text)
    if (line === undefined) return
    if (line.kind === 'broken') return this.#tally.skip('broken')
    if (line.kind !== 'delta') return this.#skipLine(line)
    await this.#waitUntilDue(line.at)
    if (this.#isInterrupted) return
    this.#publish(line.delta)
    await this.#throttle(text.length)
    this.#position = end
  }

  #skipLine(line: Exclude<RecordedLine, { kind: 'delta' }>): void {
    this.#tally.skip('no data')
    if (line.kind !== 'hello') return
    this.#recordedSelf = line.self.startsWith('vessels.') ? line.self : `vessels.${line.self}`
    // The first values of a stream are older than its hello and are due together with it.
    if (line.at === undefined) this.#tempo.restart()
    else this.#tempo.begin(line.at)
  }

  /** Waits until a line is due, or until an interruption. */
  async #waitUntilDue(at: number | undefined): Promise<void> {
    while (!this.#isInterrupted) {
      const waitMs = at === undefined ? 0 : this.#tempo.waitFor(at)
      if (this.#state === 'paused') await this.#sleep.sleep()
      else if (waitMs > 0) await this.#sleep.sleep(waitMs)
      else return
    }
  }

  #publish(recorded: RecordedDelta): void {
    const vessels = { self: this.#boat.self, recordedSelf: this.#recordedSelf }
    const context = replayedContext(recorded.context, vessels)
    if (context === undefined) return this.#tally.skip('own vessel seen by others')
    const { deltas, reserved } = replayedDeltas(recorded, context, this.#settings.restamp)
    this.#tally.skip('alarms or autopilot', reserved)
    if (deltas.length === 0) return
    if (deltas.every((delta) => this.#send(delta))) this.#tally.played()
    else this.#tally.skip('too long')
  }

  #send(delta: Delta): boolean {
    try {
      this.#boat.publishDelta(delta)
      this.#unanswered.deltas++
      return true
    } catch (error) {
      if (error instanceof MarineDataError && error.code === 'too-large') return false
      throw error
    }
  }

  /** Limits the unanswered data, so that the replay never runs ahead of the server at any speed. */
  async #throttle(bytes: number): Promise<void> {
    this.#unanswered.bytes += bytes
    const { deltas, bytes: held } = this.#unanswered
    if (deltas < maxUnanswered.deltas && held < maxUnanswered.bytes) return
    await this.#boat.flushed()
    this.#unanswered = { deltas: 0, bytes: 0 }
  }

  #changed(): ReplayState {
    this.#sleep.wake()
    this.#updateStatus()
    return { state: this.#state, position: this.#position, size: this.#size }
  }

  #updateStatus(): void {
    const { file } = this.#settings
    const share = this.#size === 0 ? 100 : Math.floor((this.#position / this.#size) * 100)
    const place = `${basename(file)} ${this.#state}, ${share} % of ${sizeText(this.#size)}`
    const isEmpty = this.#state === 'finished' && this.#tally.deltas === 0
    const text = this.#state === 'failed' ? (this.#fault ?? place) : `${place}, ${this.#tally.text}`
    if (text === this.#lastStatus) return
    this.#lastStatus = text
    this.#boat.status(this.#state === 'failed' ? 'error' : isEmpty ? 'warning' : 'ok', text)
  }
}
