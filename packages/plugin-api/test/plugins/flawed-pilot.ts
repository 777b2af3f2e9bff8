import {
  courseGuidancePath,
  definePlugin,
  followCourse,
  MarineDataError,
  runPlugin,
  Type,
  type AutopilotCommand,
  type AutopilotDetails,
  type AutopilotDevice,
  type AutopilotReport,
} from '@marinedata/plugin-api'
import { setTimeout as sleep } from 'node:timers/promises'

const flaws = [
  'none',
  'takes the wind angle for the target',
  'reports the rudder with the wrong sign',
  'steers to the old target',
  'is late with its report',
  'forgets what it did before the dodge',
  'always turns the short way',
  'engages when it is started',
  'engages again when it is started again',
  'does not disengage during a manoeuvre',
  'ignores a cancelled command',
  'steers a route of its own',
  'keeps to a course that has ended',
  'takes a step twice',
] as const
type Flaw = (typeof flaws)[number]

type Side = 'port' | 'starboard'
type ModeName = 'compass' | 'wind' | 'helm' | 'track'

const full = 2 * Math.PI
const wrapFull = (angle: number): number => ((angle % full) + full) % full
const wrapHalf = (angle: number): number =>
  wrapFull(angle) > Math.PI ? wrapFull(angle) - full : wrapFull(angle)
const mostRudder = Math.PI / 6
const clamped = (angle: number): number => Math.max(-mostRudder, Math.min(mostRudder, angle))

const details: AutopilotDetails = {
  states: [
    { name: 'standby', engaged: false },
    { name: 'auto', engaged: true },
  ],
  modes: [
    { name: 'compass', kind: 'heading' },
    { name: 'wind', kind: 'wind' },
    { name: 'helm', kind: 'rudder', limit: mostRudder },
    { name: 'track', kind: 'route' },
  ],
  operations: ['set-state', 'set-mode', 'set-target', 'step', 'engage', 'tack', 'gybe', 'dodge'],
  confirm: 0.5,
  silence: 2,
  steps: [-10, -1, 1, 10].map((step) => (step * Math.PI) / 180),
  keepsTarget: true,
}

const refuse = (...[code, message]: ConstructorParameters<typeof MarineDataError>): never => {
  throw new MarineDataError(code, message)
}
const among = (name: unknown, list: readonly { readonly name: string }[]): void => {
  if (!list.some((one) => one.name === name)) refuse('invalid-value', `There is no "${String(name)}"`)
}
const numeric = (value: unknown): number =>
  typeof value === 'number' ? value : refuse('invalid-value', 'That is no angle')

/** A minimal boat and pilot with at most one flaw. */
class Pilot {
  heading = 0
  wind = 1
  rudder = 0
  isEngaged = false
  mode: ModeName = 'compass'
  target: number | null = null
  /** The course that it was given; undefined without one. */
  course: number | undefined
  dodge: number | undefined
  turn: { readonly kind: 'tack' | 'gybe'; readonly direction: Side; left: number } | undefined
  readonly #flaw: Flaw
  /** The heading to hold without a course. */
  #held = 0

  constructor(flaw: Flaw) {
    this.#flaw = flaw
  }

  get windAngle(): number {
    return wrapHalf(this.wind - this.heading)
  }

  /** @param course undefined when there is none any more */
  follow(course: number | undefined): void {
    if (this.#flaw === 'steers a route of its own') this.course ??= course
    else if (course !== undefined || this.#flaw !== 'keeps to a course that has ended') this.course = course
    if (this.isEngaged && this.mode === 'track') this.target = this.course ?? null
    this.#held = this.heading
  }

  get report(): AutopilotReport {
    const { turn, dodge } = this
    return {
      state: this.isEngaged ? 'auto' : 'standby',
      mode: dodge === undefined ? this.mode : 'dodge',
      target: dodge ?? this.target,
      manoeuvre: turn === undefined ? null : { kind: turn.kind, direction: turn.direction },
    }
  }

  step(seconds: number): void {
    this.rudder = this.isEngaged ? clamped(this.#toTurn) : 0
    const turned = (this.rudder / 3) * seconds
    this.heading = wrapFull(this.heading + turned)
    if (this.turn === undefined) return
    this.turn.left -= turned
    if (Math.abs(this.turn.left) < 0.05) this.turn = undefined
  }

  readonly orders: { readonly [N in AutopilotCommand['name']]: (input: Record<string, unknown>) => void } = {
    'set-state': ({ state }) => {
      among(state, details.states)
      if (state === 'auto') this.#engage()
      else this.#disengage()
    },
    'set-mode': ({ mode }) => {
      among(mode, details.modes)
      if (this.isEngaged) this.#needCourse(mode)
      this.mode = mode as ModeName
      this.#steady()
    },
    'set-target': ({ target }) => {
      if (this.mode === 'track') refuse('not-allowed-in-mode', 'The course is given')
      if (Math.abs(numeric(target)) > full) refuse('invalid-value', 'That is more than once round')
      this.target = this.#wrapped(numeric(target))
    },
    step: ({ change }) => {
      if (!(details.steps ?? []).includes(numeric(change))) refuse('invalid-value', 'It has no such step')
      this.#needSteering()
      if (this.mode === 'track') refuse('not-allowed-in-mode', 'The course is given')
      const times = this.#flaw === 'takes a step twice' ? 2 : 1
      this.target = this.#wrapped((this.target ?? 0) + times * numeric(change))
    },
    engage: () => this.#engage(),
    disengage: () => this.#disengage(),
    tack: ({ direction }) => this.#comeRound('tack', direction),
    gybe: ({ direction }) => this.#comeRound('gybe', direction),
    dodge: ({ change = 0, target }) => {
      this.#needSteering()
      this.dodge = wrapFull(target === undefined ? this.heading + numeric(change) : numeric(target))
    },
    undodge: () => {
      if (this.#flaw === 'forgets what it did before the dodge') this.target = this.dodge ?? null
      this.dodge = undefined
    },
  }

  get #windSign(): number {
    return this.#flaw === 'takes the wind angle for the target' ? 1 : -1
  }

  get #present(): number {
    if (this.mode === 'helm') return this.rudder
    return this.mode === 'wind' ? this.#windSign * this.windAngle : this.heading
  }

  #wrapped(angle: number): number {
    if (this.mode === 'helm') return angle
    return this.mode === 'wind' ? wrapHalf(angle) : wrapFull(angle)
  }

  get #toTurn(): number {
    if (this.dodge !== undefined) return wrapHalf(this.dodge - this.heading)
    if (this.turn !== undefined) return this.turn.left
    if (this.mode === 'helm') return this.target ?? 0
    if (this.mode === 'track') return wrapHalf((this.course ?? this.#held) - this.heading)
    const way = wrapHalf((this.target ?? 0) - this.#present)
    return this.mode === 'wind' ? -this.#windSign * way : way
  }

  #engage(): void {
    if (this.isEngaged) return
    this.#needCourse(this.mode)
    this.isEngaged = true
    if (this.#flaw !== 'steers to the old target' || this.target === null) this.#steady()
  }

  #disengage(): void {
    if (this.turn !== undefined && this.#flaw === 'does not disengage during a manoeuvre') return
    this.isEngaged = false
    this.#idle()
  }

  #idle(): void {
    this.turn = undefined
    this.dodge = undefined
  }

  #steady(): void {
    this.#idle()
    this.target = this.mode === 'track' ? (this.course ?? null) : this.#wrapped(this.#present)
  }

  #needCourse(mode: unknown): void {
    if (mode === 'track' && this.course === undefined) refuse('input-stale', 'There is no course')
  }

  #needSteering(): void {
    if (!this.isEngaged) refuse('not-engaged', 'It does not steer')
    if (this.turn !== undefined) refuse('busy', 'It comes round')
  }

  #comeRound(kind: 'tack' | 'gybe', direction: unknown): void {
    if (direction !== 'port' && direction !== 'starboard') return refuse('invalid-value', 'That is no side')
    this.#needSteering()
    const isToWind = (this.windAngle > 0 ? 'starboard' : 'port') === direction
    if (isToWind !== (kind === 'tack')) refuse('wrong-direction', 'The wind is on the other side')
    const way = wrapHalf(2 * this.windAngle)
    const isShort = this.#flaw === 'always turns the short way'
    const left = direction === 'starboard' ? wrapFull(way) : -wrapFull(-way)
    this.target = this.#wrapped(this.mode === 'wind' ? -(this.target ?? 0) : this.heading + way)
    this.turn = { kind, direction, left: isShort ? -left : left }
    return undefined
  }
}

/** Far more than allowed, because on a busy machine the suite itself is late. */
const latenessMs = 6_000
const tickMs = 20

/** Wrong on purpose, in one way at a time. */
const plugin = definePlugin({
  name: 'flawed-pilot',
  version: '1.0.0',
  description: 'An autopilot with at most one flaw, and a boat for it',
  settings: Type.Object({
    flaw: Type.Enum([...flaws], { default: 'none' }),
    pace: Type.Number({ default: 1 }),
    delay: Type.Number({ default: 0, description: 'seconds' }),
  }),
  writes: {
    paths: ['navigation.headingMagnetic', 'environment.wind.angleApparent', 'steering.rudderAngle'],
  },
  reads: { paths: [courseGuidancePath] },
  provides: ['autopilot'],
  actions: {
    place: {
      description: 'Puts the boat into a situation',
      input: Type.Object({ heading: Type.Number(), windAngle: Type.Number() }),
    },
    mend: { description: 'Sets whether the device is connected', input: Type.Boolean() },
  },
  start: async (boat, { flaw, pace, delay }) => {
    const pilot = new Pilot(flaw)
    let isConnected = true
    let silentUntil = 0
    const isKeen =
      flaw === 'engages again when it is started again' && (await boat.storage.get('engaged')) === true
    if (isKeen || flaw === 'engages when it is started') pilot.isEngaged = true

    const obey = async ({ name, input }: AutopilotCommand, signal: AbortSignal): Promise<void> => {
      if (!Object.hasOwn(pilot.orders, name)) refuse('unsupported-action', `It cannot "${name}"`)
      const cancels = flaw !== 'ignores a cancelled command'
      await sleep(delay * 1_000, undefined, cancels ? { signal } : {})
      if (!isConnected) refuse('autopilot-offline', 'The line is cut')
      pilot.orders[name](input as Record<string, unknown>)
      await boat.storage.set({ engaged: pilot.isEngaged })
      if (name === 'set-state' && flaw === 'is late with its report')
        silentUntil = performance.now() + latenessMs
      await report()
    }
    await followCourse(boat, (guidance) =>
      pilot.follow(guidance.status === 'live' ? guidance.courseToSteer : undefined),
    )
    const device: AutopilotDevice = await boat.registerDevice(
      { id: 'flawed', kind: 'autopilot', details },
      (command, { signal }) => obey(command, signal),
    )
    const report = async (): Promise<void> => {
      if (performance.now() < silentUntil) return
      await device.report(isConnected ? pilot.report : { state: 'off-line', mode: null, target: null })
    }
    const publish = (): void => {
      const rudder = flaw === 'reports the rudder with the wrong sign' ? -pilot.rudder : pilot.rudder
      boat.publish({
        'navigation.headingMagnetic': pilot.heading,
        'environment.wind.angleApparent': pilot.windAngle,
        'steering.rudderAngle': rudder,
      })
    }
    const steps = 10
    const ticking = setInterval(() => {
      for (let count = 0; count < steps; count++) pilot.step(((tickMs / 1_000) * pace) / steps)
      publish()
    }, tickMs)
    const reporting = setInterval(() => void report(), 50)
    await report()
    publish()
    return {
      stop: () => {
        clearInterval(ticking)
        clearInterval(reporting)
      },
      actions: {
        place: ({ heading, windAngle }) => {
          pilot.heading = heading
          pilot.wind = wrapFull(heading + windAngle)
          publish()
        },
        mend: (isWhole) => {
          isConnected = isWhole
          void report()
        },
      },
    }
  },
})

if (import.meta.main) await runPlugin(plugin)
