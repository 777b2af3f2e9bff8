import {
  MarineDataError,
  type AutopilotDetails,
  type AutopilotOperation,
  type CourseGuidance,
} from '@marinedata/plugin-api'
import type { Readings } from '../sensors/instruments.ts'
import { turnBetween, type Radians, type Seconds } from '../units.ts'
import { FollowedCourse } from './followed-course.ts'
import { canonical, targetRange, type PilotMode } from './modes.ts'
import { References } from './references.ts'
import { refusalOf, type PilotCondition, type Refusal } from './refusals.ts'
import { SteeringLaw } from './steering-law.ts'
import { Turn, type ManoeuvreKind, type Side } from './turn.ts'
import type { Wheel } from './wheel.ts'

/** Time without a compass after which the pilot disengages. */
const blindFor: Seconds = 3

/** A wind angle or a heading, and how a manoeuvre mirrors it. */
const sideOf = (angle: Radians): Side => (angle < 0 ? 'port' : 'starboard')
const otherSide: Readonly<Record<Side, Side>> = { port: 'starboard', starboard: 'port' }
/** Angle of a manoeuvre without a known wind. */
const usualTurn: Radians = (100 * Math.PI) / 180

export interface PilotMake {
  readonly id: string
  readonly details: AutopilotDetails
}

/** An autopilot: holds a target that depends on its mode, and does nothing while disengaged. */
export class Pilot {
  readonly id: string
  readonly details: AutopilotDetails
  readonly references = new References()
  readonly #wheel: Wheel
  readonly #law = new SteeringLaw()
  readonly #course = new FollowedCourse()
  #mode: PilotMode = 'compass'
  #target: Radians | undefined
  #turn: Turn | undefined
  /** The heading during a dodge; the target is saved. */
  #dodge: Radians | undefined
  /** The heading to hold while the input of the mode is lost. */
  #held: Radians | undefined
  #rudder: Radians = 0
  #blind: Seconds = 0

  constructor({ id, details }: PilotMake, wheel: Wheel) {
    this.id = id
    this.details = details
    this.#wheel = wheel
  }

  get isSteering(): boolean {
    return this.#wheel.holder === this.id
  }

  get mode(): PilotMode {
    return this.#mode
  }

  get isDodging(): boolean {
    return this.#dodge !== undefined
  }

  get turn(): Turn | undefined {
    return this.#turn
  }

  /** As it is reported. */
  get target(): Radians | undefined {
    if (this.#dodge !== undefined) return this.#dodge
    // The direction of the leg: the course back to it would change all the time.
    if (this.#mode === 'route') return this.isSteering ? this.#course.bearing : undefined
    return this.#target
  }

  /** Remaining turn, positive to starboard; undefined when it does not steer or does not know. */
  get toTurn(): Radians | undefined {
    return this.isSteering ? this.#wayToTurn : undefined
  }

  get crossTrack(): number | undefined {
    return this.#mode === 'route' && this.isSteering ? this.#course.crossTrack : undefined
  }

  /** Receives the course of the boat. In route mode the pilot follows it; without one it holds its heading. */
  follow(guidance: CourseGuidance): void {
    this.#course.receive(guidance)
    this.#course.sense(this.references.position)
  }

  refusal(operation: AutopilotOperation): Refusal | undefined {
    return refusalOf(operation, this.#condition)
  }

  /** Engages and holds the present heading or angle. */
  engage(): void {
    if (this.isSteering) return
    this.#demand('engage')
    this.#wheel.take(this.id)
    this.#steady()
  }

  disengage(): void {
    this.#wheel.release(this.id)
    this.#turn = undefined
    this.#dodge = undefined
    if (this.details.keepsTarget !== true) this.#target = undefined
  }

  /** Changes the mode without a swerve, or selects it for later while disengaged. */
  select(mode: PilotMode): void {
    if (!this.details.modes.some(({ name }) => name === mode))
      throw new MarineDataError('invalid-value', `There is no mode "${mode}"`)
    if (mode === this.#mode && !this.isDodging) return
    const missing = this.isSteering ? this.#missing(mode) : undefined
    if (missing !== undefined) throw new MarineDataError('input-stale', missing)
    this.#mode = mode
    this.#target = undefined
    if (this.isSteering) this.#steady()
  }

  /** Sets the target, reached by the shorter way. */
  aim(target: Radians): void {
    this.#demand('set-target')
    const [least, most] = targetRange(this.#mode)
    if (!(target >= least && target <= most))
      throw new MarineDataError('invalid-value', `${target} rad is outside ${least}…${most}`)
    this.#turn = undefined
    this.#target = canonical(this.#mode, target)
  }

  /** Tacks or gybes to a side: turns by the compass, then holds the mirrored target. */
  come(kind: ManoeuvreKind, direction: Side): void {
    this.#demand(kind)
    const heading = this.references.heading ?? 0
    const target = this.#target ?? 0
    this.#checkSide(kind, direction, this.#mode === 'wind' ? -target : this.references.windAngle)
    const onTarget = heading + (this.#wayToTurn ?? 0)
    this.#turn = new Turn(kind, direction, {
      from: heading,
      to: this.#mirrored(direction, onTarget, 'compass'),
    })
    this.#target =
      this.#mode === 'wind' ? canonical('wind', -target) : this.#mirrored(direction, target, this.#mode)
  }

  /** Holds a heading until `undodge`: the present one plus a change, or a given one. */
  dodge({ change = 0, target }: { readonly change?: number; readonly target?: number }): void {
    this.#demand('dodge')
    const from = this.#dodge ?? this.references.heading ?? 0
    this.#dodge = canonical('compass', target ?? from + change)
  }

  undodge(): void {
    this.#dodge = undefined
  }

  /** The boat was placed elsewhere: forgets everything but its target. */
  wake(readings: Readings): void {
    this.references.reset()
    this.references.sense(0, readings, false)
    this.#course.sense(this.references.position)
    this.#turn = undefined
    this.#held = undefined
  }

  sense(dt: Seconds, readings: Readings): void {
    this.references.sense(dt, readings, this.#turn !== undefined)
    this.#blind = readings.compass === undefined ? this.#blind + dt : 0
    this.#course.sense(this.references.position)
    if (this.isSteering && this.#blind > blindFor) this.disengage()
  }

  /** The requested rudder angle. */
  steer(dt: Seconds): Radians {
    const { heading, rateOfTurn } = this.references
    // Without a compass the rudder stays for a moment.
    if (heading === undefined || rateOfTurn === undefined) return this.#rudder
    if (this.#turn?.step(dt, heading, rateOfTurn) === true) this.#turn = undefined
    const toTurn = this.#wayToTurn
    this.#held = toTurn === undefined ? (this.#held ?? heading) : undefined
    this.#rudder = this.#law.rudder(dt, toTurn ?? turnBetween(heading, this.#held ?? heading), rateOfTurn)
    return this.#rudder
  }

  get #condition(): PilotCondition {
    return {
      isSteering: this.isSteering,
      isDodging: this.isDodging,
      isTurning: this.#turn !== undefined,
      mode: this.#mode,
      keepsTarget: this.details.keepsTarget === true,
      missing: this.#missing(this.#mode),
      hasCompass: this.references.heading !== undefined,
      otherPilot: this.#wheel.heldAgainst(this.id),
    }
  }

  #demand(operation: AutopilotOperation): void {
    const refusal = this.refusal(operation)
    if (refusal !== undefined) throw new MarineDataError(refusal.code, refusal.words)
  }

  /** The missing input of the mode, as text. */
  #missing(mode: PilotMode): string | undefined {
    return this.references.missing(mode) ?? (mode === 'route' ? this.#course.missing : undefined)
  }

  /** Takes the present heading or angle as the target. */
  #steady(): void {
    this.#law.reset()
    this.#turn = undefined
    this.#dodge = undefined
    this.#held = undefined
    this.#target = this.#mode === 'route' ? undefined : this.references.present(this.#mode)
  }

  #checkSide(kind: ManoeuvreKind, direction: Side, wind: Radians | undefined): void {
    if (wind === undefined || wind === 0) return
    const side = sideOf(wind)
    // A tack turns the bow towards the wind, a gybe away from it.
    if (direction === (kind === 'tack' ? side : otherSide[side])) return
    throw new MarineDataError('wrong-direction', `With the wind on ${side} it cannot ${kind} to ${direction}`)
  }

  /** The mirrored direction; without a wind, the default angle. */
  #mirrored(direction: Side, from: Radians, mode: PilotMode): Radians {
    const wind = this.references.trueWindDirection(mode)
    const turn = direction === 'port' ? -usualTurn : usualTurn
    return canonical(mode, wind === undefined ? from + turn : 2 * wind - from)
  }

  /** Undefined when the input of the mode is lost. */
  get #wayToTurn(): Radians | undefined {
    if (this.#dodge !== undefined) return this.#wayTo('compass', this.#dodge)
    if (this.#turn !== undefined) return this.#turn.toTurn
    return this.#wayTo(this.#mode, this.#mode === 'route' ? this.#course.courseToSteer : this.#target)
  }

  #wayTo(mode: PilotMode, aim: Radians | undefined): Radians | undefined {
    const present = this.references.present(mode)
    return present === undefined || aim === undefined ? undefined : turnBetween(present, aim)
  }
}
