import {
  definePlugin,
  MarineDataError,
  runPlugin,
  Type,
  type AnchorAlert,
  type AnchorCommand,
  type AnchorReport,
  type CommandControl,
  type Position,
} from '@marinedata/plugin-api'
import { setTimeout as sleep } from 'node:timers/promises'

const flaws = [
  'none',
  'drops without a position',
  'takes half a position for a whole one',
  'does not look how old a position is',
  'takes zero for nothing',
  'makes a radius fit',
  'has a radius without an anchor',
  'takes the last heading for the mean',
  'takes the rode for the reach',
  'adds headings up',
  'does not check the rode',
  'guesses where the anchor lies',
  'leaves the anchor where it fell first',
  'cannot be raised twice',
  'forgets the anchor when it is killed',
  'never alarms',
  'alarms at once',
  'is well without a position',
  'tells only what it is asked',
  'reports nothing of what it did',
  'refuses everything',
  'answers nothing',
  'ends when it is asked',
] as const
type Flaw = (typeof flaws)[number]

const rules = { fresh: 10, dwell: 10, warn: 15, alarm: 60, headings: 240, bowHeight: 1.2 }
const metresPerDegree = 111_195
const patienceMs = 150
const radian = 180 / Math.PI

const refuse = (...[code, message]: ConstructorParameters<typeof MarineDataError>): never => {
  throw new MarineDataError(code, message)
}

const isNumber = (value: unknown, limit = Infinity): value is number =>
  typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= limit

const wayBetween = (from: Position, to: Position): { readonly distance: number; readonly way: number } => {
  const north = (to.latitude - from.latitude) * metresPerDegree
  const east = (to.longitude - from.longitude) * metresPerDegree * Math.cos(from.latitude / radian)
  return {
    distance: Math.hypot(north, east),
    way: (Math.atan2(east, north) + 2 * Math.PI) % (2 * Math.PI),
  }
}

const placeFrom = ({ latitude, longitude }: Position, way: number, metres: number): Position => ({
  latitude: latitude + (metres * Math.cos(way)) / metresPerDegree,
  longitude: longitude + (metres * Math.sin(way)) / (metresPerDegree * Math.cos(latitude / radian)),
})

type Anchor = Pick<AnchorReport, 'state' | 'position' | 'maxRadius' | 'rodeLength'>
const raised: Anchor = { state: 'raised', position: null, maxRadius: null, rodeLength: null }

/** A minimal anchor watch with at most one flaw. Metres and seconds. */
class SmallWatch {
  flaw: Flaw
  anchor: Anchor = raised
  #fix: { readonly place: Position; readonly at: number } | undefined
  #headings: { readonly heading: number; readonly at: number }[] = []
  #outsideSince: number | undefined
  #isLatched = false
  readonly #now: () => number

  constructor(flaw: Flaw, now: () => number) {
    this.flaw = flaw
    this.#now = now
  }

  hear(path: string, value: unknown): void {
    if (path === 'navigation.headingTrue' && isNumber(value))
      this.#headings = [
        ...this.#headings.filter(({ at }) => at > this.#now() - rules.headings),
        { heading: value, at: this.#now() },
      ]
    if (path === 'navigation.position') this.#hearFix(value)
  }

  get report(): AnchorReport {
    const { position, maxRadius } = this.anchor
    const seen = position === null ? undefined : this.#place
    const way = position === null || seen === undefined ? undefined : wayBetween(seen, position)
    return {
      ...this.anchor,
      currentRadius: way?.distance ?? null,
      bearingTrue: way?.way ?? null,
      alert: this.#alert(maxRadius),
    }
  }

  readonly orders: Readonly<Record<AnchorCommand['name'], (input: Record<string, unknown>) => void>> = {
    drop: () => {
      const place = this.#needFix()
      const position =
        this.flaw === 'leaves the anchor where it fell first' ? (this.anchor.position ?? place) : place
      this.#lay({ state: 'setting', position, maxRadius: 30, rodeLength: null })
    },
    radius: ({ value }) => {
      const isFitting = isNumber(value) && value >= 5 && value <= 2000
      if (!isFitting && this.flaw !== 'makes a radius fit')
        refuse('invalid-value', `A radius of ${String(value)} m is outside 5…2000 m`)
      if (this.anchor.state === 'raised' && this.flaw !== 'has a radius without an anchor')
        refuse('anchor-not-down', 'The anchor is not down')
      const maxRadius = Math.min(2000, Math.max(5, Number(value)))
      this.#lay({ ...this.anchor, state: 'watching', maxRadius })
    },
    reposition: (input) => this.#reposition(input),
    raise: () => {
      if (this.anchor.state === 'raised' && this.flaw === 'cannot be raised twice')
        refuse('anchor-not-down', 'The anchor is not down')
      this.#lay(raised)
    },
  }

  #reposition({ rodeLength, anchorDepth }: Record<string, unknown>): void {
    const isRode = isNumber(rodeLength) && isNumber(anchorDepth) && rodeLength > 0 && anchorDepth >= 0
    const isLoose = this.flaw === 'does not check the rode'
    if (!isRode && !isLoose) refuse('invalid-value', 'That is no rode')
    const [length, height] = [Number(rodeLength), Number(anchorDepth) + rules.bowHeight]
    if (length < height && !isLoose)
      refuse('invalid-value', `${length} m of rode do not reach the ground at ${height} m`)
    const place = this.#needFix()
    const reach =
      this.flaw === 'takes the rode for the reach'
        ? length + 4
        : Math.sqrt(Math.max(0, length ** 2 - height ** 2))
    const position = placeFrom(place, this.#direction(), reach)
    this.#lay({ state: 'watching', position, maxRadius: reach + 15, rodeLength: length })
  }

  #lay(anchor: Anchor): void {
    this.anchor = anchor
    this.#outsideSince = undefined
    this.#isLatched = false
    this.#look()
  }

  #direction(): number {
    const angles = this.#headings.map(({ heading }) => heading)
    const last = angles.at(-1)
    if (last === undefined)
      return this.flaw === 'guesses where the anchor lies' ? 0 : refuse('input-stale', 'No heading is known')
    if (this.flaw === 'takes the last heading for the mean') return last
    const sum = (part: (angle: number) => number): number =>
      angles.reduce((total, angle) => total + part(angle), 0)
    if (this.flaw === 'adds headings up') return sum((angle) => angle) / angles.length
    return Math.atan2(sum(Math.sin), sum(Math.cos))
  }

  #hearFix(value: unknown): void {
    const { latitude, longitude } = Object(value) as Partial<Record<keyof Position, unknown>>
    const isHalf = this.flaw === 'takes half a position for a whole one'
    const isWhole = isNumber(latitude, 90) && isNumber(longitude, 180)
    if (!isWhole && !(isHalf && isNumber(latitude, 90))) return
    if (this.flaw === 'takes zero for nothing' && !(latitude && longitude)) return
    this.#fix = { place: { latitude, longitude: Number(longitude ?? 0) }, at: this.#now() }
    this.#look()
  }

  get #age(): number {
    return this.#fix === undefined ? Infinity : this.#now() - this.#fix.at
  }

  get #place(): Position | undefined {
    const isFresh = this.#age <= rules.fresh || this.flaw === 'does not look how old a position is'
    return isFresh ? this.#fix?.place : undefined
  }

  #needFix(): Position {
    if (this.flaw === 'drops without a position') return this.#fix?.place ?? { latitude: 0, longitude: 0 }
    return this.#place ?? refuse('anchor-no-position', 'There is no fresh position')
  }

  #look(): void {
    const { position, maxRadius } = this.anchor
    if (position === null || maxRadius === null || this.#fix === undefined) return
    const isOutside = wayBetween(this.#fix.place, position).distance > maxRadius
    this.#outsideSince = isOutside ? (this.#outsideSince ?? this.#now()) : undefined
    const dwell = this.flaw === 'alarms at once' ? 0 : rules.dwell
    if (this.#outsideSince !== undefined && this.#now() - this.#outsideSince >= dwell) this.#isLatched = true
  }

  #alert(maxRadius: number | null): AnchorAlert {
    const calm: AnchorAlert = { level: 'normal', message: '' }
    if (maxRadius === null || this.flaw === 'never alarms') return calm
    if (this.#isLatched) return { level: 'alarm', message: `The boat has left the circle of ${maxRadius} m` }
    if (this.flaw === 'is well without a position' || this.#age < rules.warn) return calm
    const message = `There has been no position for ${rules.warn} s`
    return { level: this.#age < rules.alarm ? 'warn' : 'alarm', message }
  }
}

/** Wrong on purpose, in one way at a time. Without a flaw, a minimal anchor watch. */
const plugin = definePlugin({
  name: 'flawed-anchor',
  version: '1.0.0',
  description: 'An anchor watch with at most one flaw',
  settings: Type.Object({
    flaw: Type.Enum([...flaws], { default: 'none' }),
    pace: Type.Number({ default: 1, description: 'how many times faster than real time it runs' }),
  }),
  reads: { paths: ['navigation.position', 'navigation.headingTrue'] },
  provides: ['anchor'],
  actions: {
    spoil: {
      description: 'Sets the flaw',
      input: Type.Object({ flaw: Type.Enum([...flaws]) }),
    },
  },
  start: async (boat, { flaw, pace }) => {
    const watch = new SmallWatch(flaw, () => (performance.now() / 1_000) * pace)
    const stored = await boat.storage.get('anchor')
    if (stored !== undefined && flaw !== 'forgets the anchor when it is killed')
      watch.anchor = stored as Anchor
    const report = async (): Promise<void> => {
      if (watch.flaw !== 'reports nothing of what it did') await device.report(watch.report)
    }
    // Reports after each save: the number of writes per second is limited.
    const keep = async (anchor: Anchor, signal: AbortSignal): Promise<void> => {
      for (;;) {
        try {
          return await boat.storage.set({ anchor })
        } catch (error) {
          if (!(error instanceof MarineDataError) || error.code !== 'too-many-requests') throw error
          await sleep(patienceMs, undefined, { signal })
        }
      }
    }
    const obey = async ({ name, input }: AnchorCommand, { signal }: CommandControl): Promise<void> => {
      if (watch.flaw === 'answers nothing') await new Promise(() => undefined)
      if (watch.flaw === 'ends when it is asked') process.exit(1)
      if (watch.flaw === 'refuses everything') refuse('plugin-failed', 'It does not want to')
      if (!Object.hasOwn(watch.orders, name)) refuse('unsupported-action', `It cannot "${name}"`)
      const before = watch.anchor
      watch.orders[name](input as Record<string, unknown>)
      try {
        await keep(watch.anchor, signal)
      } catch (error) {
        // A command that was not saved is not done.
        watch.anchor = before
        throw error
      }
      await report()
    }
    const device = await boat.registerDevice(
      { id: 'bower', kind: 'anchor', details: { confirm: 1.5, silence: 2 } },
      obey,
    )
    const paths = ['navigation.position', 'navigation.headingTrue'] as const
    await boat.subscribe({ subscribe: paths.map((path) => ({ path })) }, ({ updates }) => {
      for (const { values = [] } of updates) for (const { path, value } of values) watch.hear(path, value)
    })
    await report()
    const timer = setInterval(() => {
      if (watch.flaw !== 'tells only what it is asked') void report()
    }, 100)
    return {
      stop: () => clearInterval(timer),
      actions: {
        spoil: (input) => {
          watch.flaw = input.flaw
        },
      },
    }
  },
})

if (import.meta.main) await runPlugin(plugin)
