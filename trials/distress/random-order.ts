import { times } from '../../plugins/distress/src/casualties/casualties.ts'
import {
  beacon,
  CasualtyTrial,
  mob,
  near,
  sart,
} from '../../plugins/distress/src/casualties/casualty-trial.ts'

/** What a random order may contain. `answer` is an acknowledgement by a coast station. */
type Step = 'test' | 'active' | 'text' | 'pass' | 'acknowledge' | 'resolve' | 'answer' | 'restart'

const steps: readonly Step[] = [
  'test',
  'active',
  'text',
  'test',
  'active',
  'pass',
  'pass',
  'acknowledge',
  'resolve',
  'answer',
  'restart',
]
/** Seconds of silence, around the limits of the rules. */
const silences = [1, 8, 60, 299, 301, 599, 601, 1_200, 1_799, 1_801] as const
const stepsInOrder = 40

/** What must hold, written without the classes of the plugin. */
class Expected {
  level: 'none' | 'test' | 'active' = 'none'
  isResolved = false
  heardAt = -Infinity
  activeAt = -Infinity

  /** Hears an active beacon. Returns whether it must sound. */
  hearActive(now: number): boolean {
    const silence = now - this.heardAt
    const isNew = this.level !== 'active'
    const isBack = this.isResolved ? silence >= times.quietMs : silence >= times.newEpisodeMs
    this.heardAt = this.activeAt = now
    this.level = 'active'
    if (!isNew && !isBack) return false
    this.isResolved = false
    return true
  }

  hearTest(now: number): void {
    const isQuiet = now - this.heardAt < times.quietMs || now - this.activeAt < times.testMs
    this.heardAt = now
    if (this.level === 'none' || (this.isResolved && !isQuiet)) {
      this.level = 'test'
      this.isResolved = false
    }
  }

  pass(now: number): void {
    const isOver = this.isResolved || this.level === 'test'
    if (isOver && now - this.heardAt >= times.testMs) Object.assign(this, new Expected())
  }
}

/** Pseudo-random numbers from a seed (mulberry32). */
const randomFrom = (seed: number) => {
  let state = seed
  return (limit: number): number => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit
  }
}

/** The figures of one order. */
export interface OrderFigures {
  active: number
  missed: number
  false: number
  restarts: number
  steps: number
}

/** Plays one order, and counts sounds that are missing and sounds that must not be. */
class RandomOrder {
  readonly figures: OrderFigures = { active: 0, missed: 0, false: 0, restarts: 0, steps: 0 }
  readonly #random: (limit: number) => number
  readonly #expected = new Map([mob, sart].map((mmsi) => [mmsi, new Expected()]))
  #trial = new CasualtyTrial()

  constructor(seed: number) {
    this.#random = randomFrom(seed)
  }

  play(): OrderFigures {
    for (let number = 0; number < stepsInOrder; number++) this.#playOne()
    return this.figures
  }

  #playOne(): void {
    this.figures.steps++
    const step = steps[this.#random(steps.length)] ?? 'pass'
    const mmsi = this.#random(2) === 0 ? mob : sart
    const expected = this.#expected.get(mmsi) ?? new Expected()
    const before = this.#trial.sounds
    const mustSound = this.#apply(step, mmsi, expected)
    this.#judge(this.#trial.sounds - before, mustSound)
    // Between the calls the alert must stay, unless a person has ended it.
    const isListed = this.#trial.at(mmsi)?.method.includes('sound') === true
    if (isListed !== (expected.level === 'active' && !expected.isResolved)) this.figures.missed++
  }

  #judge(sounded: number, mustSound: boolean): void {
    if (mustSound && sounded === 0) this.figures.missed++
    if (sounded > (mustSound ? 1 : 0)) this.figures.false++
  }

  #apply(step: Step, mmsi: string, expected: Expected): boolean {
    const { now } = this.#trial
    switch (step) {
      case 'active':
      case 'text':
        this.figures.active++
        this.#trial.hear(beacon('active', { mmsi, ...(step === 'active' && { position: near }) }))
        return expected.hearActive(now)
      case 'test':
        this.#trial.hear(beacon('test', { mmsi }))
        expected.hearTest(now)
        return false
      case 'pass':
        this.#pass()
        return false
      default:
        this.#respond(step, mmsi, expected)
        return false
    }
  }

  #respond(step: 'acknowledge' | 'resolve' | 'answer' | 'restart', mmsi: string, expected: Expected): void {
    if (step === 'answer') return this.#trial.answer({ casualty: mmsi, from: '002320001' })
    if (step === 'restart') {
      this.figures.restarts++
      this.#trial = this.#trial.restarted()
      return
    }
    if (this.#trial.at(mmsi) === undefined) return
    this.#trial[step](mmsi)
    if (step === 'resolve') expected.isResolved = true
  }

  #pass(): void {
    const seconds = silences[this.#random(silences.length)] ?? 1
    this.#trial.pass(seconds * 1_000, 10_000)
    for (const expected of this.#expected.values()) expected.pass(this.#trial.now)
  }
}

export const playRandomOrder = (seed: number): OrderFigures => new RandomOrder(seed).play()
