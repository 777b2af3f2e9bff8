import { wrapFull, wrapHalf } from '../angles.ts'
import { SimulatedBoat } from '../simulated-boat.ts'

export const modes = ['compass', 'gps', 'nav', 'wind', 'true wind'] as const
export type Mode = (typeof modes)[number]
export const tackStates = ['none', 'begin', 'waiting', 'tacking'] as const
export const tackDirections = ['none', 'port', 'starboard'] as const

/** The mode to use when the sensor of a mode is lost. */
const fallback: Readonly<Record<Mode, Mode>> = {
  nav: 'gps',
  gps: 'compass',
  'true wind': 'wind',
  wind: 'compass',
  compass: 'compass',
}
/** Seconds within which a sensor that returns brings its mode back. */
const restoreSeconds = 30
/** Seconds for which the last APB counts. */
const trackSeconds = 5
/** Degrees of correction for each nautical mile off the track. */
const trackGain = 300
const mostCrossTrack = 0.15

export type Sensor = 'compass' | 'gps' | 'wind'

interface Tack {
  /** Degrees to turn, positive to starboard. */
  readonly turn: number
  /** The command when it is over. */
  readonly command: number
  turned: number
}

const isOfWind = (mode: Mode): boolean => mode === 'wind' || mode === 'true wind'
const tenths = (degrees: number): number => Math.round(degrees * 10) / 10

/** Steers the boat like pypilot, in degrees and seconds. */
export class Autopilot {
  readonly boat = new SimulatedBoat()
  readonly #lost = new Set<Sensor>()
  #isEnabled = false
  #mode: Mode = 'compass'
  #command = 0
  #time = 0
  /** The mode that was lost with its sensor. */
  #left: { readonly mode: Mode; readonly at: number } | undefined
  #track: { readonly bearing: number; readonly crossTrack: number; readonly at: number } | undefined
  #tack: Tack | undefined
  #tackBegins: number | undefined
  tackDirection: (typeof tackDirections)[number] = 'none'
  tackAngle = 100
  tackDelay = 0
  /** Degrees a second. */
  tackRate = 15
  /** Per cent of the turn after which a tack is over. */
  tackThreshold = 50

  get isEnabled(): boolean {
    return this.#isEnabled
  }

  set isEnabled(isEnabled: boolean) {
    this.#isEnabled = isEnabled
    if (!isEnabled) this.cancelTack()
  }

  get mode(): Mode {
    return this.#mode
  }

  get command(): number {
    return this.#command
  }

  /** The modes whose sensors send. */
  get available(): Mode[] {
    return modes.filter((mode) => this.#isAvailable(mode))
  }

  get track(): { readonly bearing: number; readonly crossTrack: number } | undefined {
    return this.#track !== undefined && this.#time - this.#track.at < trackSeconds ? this.#track : undefined
  }

  get tackState(): (typeof tackStates)[number] {
    if (this.#tack !== undefined) return 'tacking'
    return this.#tackBegins === undefined ? 'none' : 'waiting'
  }

  has(sensor: Sensor): boolean {
    return !this.#lost.has(sensor)
  }

  lose(sensor: Sensor, isLost: boolean): void {
    if (isLost) this.#lost.add(sensor)
    else this.#lost.delete(sensor)
  }

  /** The angle that a mode holds. */
  present(mode: Mode = this.#mode): number {
    return isOfWind(mode) ? this.boat.windAngle : this.boat.heading
  }

  /** A mode without its sensor is ignored. */
  select(mode: Mode): void {
    if (!this.#isAvailable(mode)) return
    this.#left = undefined
    this.#enter(mode)
  }

  /** Values outside −180…360 are ignored. */
  hold(degrees: number): void {
    if (!(degrees >= -180 && degrees <= 360)) return
    this.#command = this.#wrapped(tenths(degrees))
  }

  /** An APB with a true heading to steer. @param crossTrack nautical miles, positive to steer right */
  follow(bearing: number, crossTrack: number): void {
    const limited = Math.max(-mostCrossTrack, Math.min(mostCrossTrack, crossTrack))
    this.#track = { bearing, crossTrack: limited, at: this.#time }
  }

  beginTack(): void {
    if (!this.#isEnabled || this.tackState !== 'none') return
    this.#tackBegins = this.#time + this.tackDelay
  }

  cancelTack(): void {
    this.#tack = undefined
    this.#tackBegins = undefined
  }

  step(seconds: number, now: number): void {
    this.#time = now
    this.#checkMode()
    if (this.#tackBegins !== undefined && now >= this.#tackBegins) this.#startTack()
    if (!this.#isEnabled || !this.has('compass')) return
    if (this.#tack === undefined) this.boat.turn(this.#toTurn(), seconds)
    else this.#continueTack(this.#tack, seconds)
  }

  #isAvailable(mode: Mode): boolean {
    if (!this.has('compass')) return false
    if (mode === 'nav') return this.has('gps') && this.track !== undefined
    if (mode === 'gps') return this.has('gps')
    return !isOfWind(mode) || (this.has('wind') && (mode === 'wind' || this.has('gps')))
  }

  #wrapped(degrees: number): number {
    return isOfWind(this.#mode) ? wrapHalf(degrees) : wrapFull(degrees)
  }

  /** Holds what the boat does. */
  #enter(mode: Mode): void {
    this.cancelTack()
    this.#mode = mode
    this.#command = this.#wrapped(tenths(this.present()))
  }

  #checkMode(): void {
    const left = this.#left
    if (left !== undefined && this.#isAvailable(left.mode)) {
      this.#left = undefined
      if (this.#time - left.at <= restoreSeconds) this.#enter(left.mode)
    }
    const lost = this.#mode
    let mode = lost
    while (!this.#isAvailable(mode) && mode !== 'compass') mode = fallback[mode]
    if (mode !== lost) {
      this.#left ??= { mode: lost, at: this.#time }
      this.#enter(mode)
    }
    const { track } = this
    if (this.#mode === 'nav' && track !== undefined)
      this.#command = wrapFull(tenths(track.bearing + trackGain * track.crossTrack))
  }

  #toTurn(): number {
    const way = wrapHalf(this.#command - this.present())
    // A larger wind angle is a turn to port.
    return isOfWind(this.#mode) ? -way : way
  }

  #startTack(): void {
    this.#tackBegins = undefined
    const from = this.#command
    if (isOfWind(this.#mode)) {
      // The wind decides the side: closer than 90° it tacks, else it gybes.
      const turn = Math.abs(from) < 90 ? 2 * from : -2 * (180 * Math.sign(from) - from)
      this.#tack = { turn, command: wrapHalf(-from), turned: 0 }
      return
    }
    if (this.tackDirection === 'none') return
    const turn = this.tackDirection === 'port' ? -this.tackAngle : this.tackAngle
    this.#tack = { turn, command: wrapFull(from + turn), turned: 0 }
  }

  #continueTack(tack: Tack, seconds: number): void {
    tack.turned += this.boat.turn(tack.turn - tack.turned, seconds, this.tackRate)
    if (Math.abs(tack.turned) < (Math.abs(tack.turn) * this.tackThreshold) / 100) return
    this.#command = tenths(tack.command)
    this.#tack = undefined
    this.tackDirection = 'none'
  }
}
