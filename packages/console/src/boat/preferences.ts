import { MarineDataError, type MarineDataClient } from '@marinedata/client'
import { batch, computed, effect, signal, type ReadonlySignal, type Signal, untracked } from '@preact/signals'
import { unitChoices, unitPresets, unitsOf, type Measure, type Units } from '#units/quantities.ts'
import { languages } from '#words/words.ts'
import { errorText } from './boat.ts'
import type { Link } from './link.ts'

/** Allowed values and the default. */
interface Rule<Value> {
  readonly standard: Value
  readonly fits: (value: unknown) => value is Value
}

const oneOf = <const Value>(standard: Value, ...others: readonly Value[]): Rule<Value> => ({
  standard,
  fits: (value): value is Value => value === standard || (others as readonly unknown[]).includes(value),
})

const brightness: Rule<number> = {
  standard: 100,
  fits: (value): value is number => typeof value === 'number' && value >= 5 && value <= 100,
}

const text: Rule<string> = { standard: '', fits: (value) => typeof value === 'string' }

/** Units of single paths: `{"environment.wind.speedTrue":"m/s"}`. */
type PathUnits = Readonly<Record<string, string>>

const pathUnits: Rule<PathUnits> = {
  standard: {},
  fits: (value): value is PathUnits =>
    typeof value === 'object' && value !== null && Object.values(value).every((unit) => text.fits(unit)),
}

/** An object whose members the screen that uses it checks. */
const record: Rule<Readonly<Record<string, unknown>>> = {
  standard: {},
  fits: (value): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null,
}

/** Preferences of this device, stored in its browser. */
const deviceRules = {
  palette: oneOf('auto', 'bright', 'day', 'dusk', 'night', 'red'),
  /** From 5 to 100 per cent. */
  brightness,
  /** Name of this screen; others see it as the holder of the helm. */
  station: text,
  /** Whether the screen stays on while someone watches the boat on it. */
  awake: oneOf(true, false),
  /** Whether the advice about keeping a phone awake was dismissed. */
  knowsAwake: oneOf(false, true),
  /** Whether the tour of the demo was seen or skipped. */
  knowsTour: oneOf(false, true),
  /** Found inputs that were dismissed. */
  dismissedInputs: text,
  /** The instrument page that this screen shows. */
  instrumentPage: text,
}

/** Preferences of a user, synchronized to all devices of that user. */
const ownRules = {
  units: oneOf(...unitPresets),
  'units.speed': oneOf('preset', ...unitChoices.speed),
  'units.windSpeed': oneOf('preset', ...unitChoices.windSpeed),
  'units.depth': oneOf('preset', ...unitChoices.depth),
  'units.distance': oneOf('preset', ...unitChoices.distance),
  'units.temperature': oneOf('preset', ...unitChoices.temperature),
  'units.paths': pathUnits,
  language: oneOf('auto', ...languages),
  clock: oneOf('local', 'utc'),
  /** The side of the controls on wide screens. */
  hand: oneOf('right', 'left'),
  /** The user's own instrument pages. */
  instruments: record,
  /** The user's own graphs of the history. */
  history: record,
}

const rules = { ...deviceRules, ...ownRules }

type Ruled<Rules> = { readonly [Name in keyof Rules]: Rules[Name] extends Rule<infer Value> ? Value : never }

export type Choices = Ruled<typeof rules>
type OwnChoices = Ruled<typeof ownRules>
export type ChoiceName = keyof Choices

type ChoiceSignals = { readonly [Name in ChoiceName]: Signal<Choices[Name]> }

const names = Object.keys(rules) as readonly ChoiceName[]
const ownNames = Object.keys(ownRules) as readonly (keyof OwnChoices)[]
const measures = Object.keys(unitChoices) as readonly Measure[]

const storageKey = 'marinedata.choices'

const objectIn = (stored: string | null): Readonly<Record<string, unknown>> => {
  try {
    return Object(JSON.parse(stored ?? '{}')) as Record<string, unknown>
  } catch {
    return {}
  }
}

/** Parses stored preferences: drops unknown names, and replaces invalid values by their defaults. */
const choicesFrom = (stored: Readonly<Record<string, unknown>>): Choices =>
  // Each value matches the rule of its name.
  Object.fromEntries(
    names.map((name) => [name, rules[name].fits(stored[name]) ? stored[name] : rules[name].standard]),
  ) as unknown as Choices

/**
 * One signal for each preference, saved in the browser on every change, so that it is available before the first
 * message.
 */
export class Preferences {
  readonly #signals: ChoiceSignals
  /** The user whose preferences are loaded; empty before the first sign-in. */
  readonly #who: Signal<string>

  /** The user's own preferences. */
  readonly own: ReadonlySignal<OwnChoices>
  readonly units: ReadonlySignal<Units>

  constructor(storage: Pick<Storage, 'getItem' | 'setItem'>) {
    const stored = objectIn(storage.getItem(storageKey))
    const choices = choicesFrom(stored)
    // One signal for each name, with the preference of that name.
    this.#signals = Object.fromEntries(
      names.map((name) => [name, signal<unknown>(choices[name])]),
    ) as unknown as ChoiceSignals
    this.#who = signal(text.fits(stored['who']) ? stored['who'] : '')
    this.own = computed(() => this.#valuesOf(ownNames) as OwnChoices)
    this.units = computed(() => this.#chosenUnits())
    effect(() => {
      storage.setItem(storageKey, JSON.stringify({ ...this.#valuesOf(names), who: this.#who.value }))
    })
  }

  /** The signal of a preference, to read, follow and set. */
  of<Name extends ChoiceName>(name: Name): ChoiceSignals[Name] {
    return this.#signals[name]
  }

  /** Units at one path, which may have a separate unit. */
  unitsAt(path: string): Units {
    const unit = this.#signals['units.paths'].value[path]
    if (unit === undefined) return this.units.value
    const fitting = measures.filter((measure) => (unitChoices[measure] as readonly string[]).includes(unit))
    return { ...this.units.value, ...Object.fromEntries(fitting.map((measure) => [measure, unit])) }
  }

  /** Sets the signed-in user, and resets the preferences of any other user. */
  belongTo(who: string): void {
    if (this.#who.peek() === who) return
    batch(() => {
      this.#who.value = who
      this.takeOwn({})
    })
  }

  /** Replaces the user's preferences by those from the server. */
  takeOwn(stored: Readonly<Record<string, unknown>>): void {
    const choices: Choices = choicesFrom(stored)
    batch(() => {
      for (const name of ownNames) this.#set(name, choices[name])
    })
  }

  #set<Name extends ChoiceName>(name: Name, value: Choices[Name]): void {
    // The signal of a name holds the values of that name.
    const choice = this.#signals[name] as unknown as Signal<Choices[Name]>
    // An equal object is no change.
    if (JSON.stringify(choice.peek()) !== JSON.stringify(value)) choice.value = value
  }

  #valuesOf(wanted: readonly ChoiceName[]): Partial<Choices> {
    return Object.fromEntries(wanted.map((name) => [name, this.#signals[name].value]))
  }

  #chosenUnits(): Units {
    const chosen = measures.flatMap((measure) => {
      const unit = this.#signals[`units.${measure}`].value
      return unit === 'preset' ? [] : [[measure, unit] as const]
    })
    return { ...unitsOf(this.#signals.units.value), ...Object.fromEntries(chosen) }
  }
}

/**
 * `asking`: the server has not sent the preferences yet, so they cannot be changed. `kept`: the server stores them. `alone`: the
 * server does not store them for this user; they are saved in this browser.
 */
export type SyncState = 'asking' | 'kept' | 'alone'

interface PreferencesSyncOptions {
  readonly preferences: Preferences
  readonly client: Pick<MarineDataClient, 'call'>
  readonly link: Pick<Link, 'state'>
  /** Delay of the first request: the first load has a budget. */
  readonly firstMs?: number
  readonly againMs?: number
}

type Members = Readonly<Record<string, unknown>>

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/**
 * Synchronizes the user's preferences over all devices; the server's value wins. Reads them when the connection opens and when
 * the page becomes visible. Sends a change immediately, and reverts it if the server refuses. Changes are not queued, so an old
 * value never overwrites a newer one.
 */
export class PreferencesSync implements Disposable {
  readonly #options: PreferencesSyncOptions
  readonly #state = signal<SyncState>('asking')
  readonly #problem = signal<string | undefined>(undefined)
  readonly #ends: (() => void)[]
  /** Values known to both the server and this page; undefined before the first response. */
  #agreed: OwnChoices | undefined
  #isSending = false
  /** Aborts requests when the connection is lost. */
  #line = new AbortController()

  readonly state: ReadonlySignal<SyncState> = this.#state
  /** Why the last change was not saved. */
  readonly problem: ReadonlySignal<string | undefined> = this.#problem

  constructor(options: PreferencesSyncOptions) {
    this.#options = options
    const { link, preferences } = options
    let waitMs = options.firstMs ?? 1_200
    const isUp = computed(() => link.state.value === 'live' || link.state.value === 'slow')
    this.#ends = [
      effect(() => {
        if (!isUp.value) return undefined
        this.#line = new AbortController()
        const first = setTimeout(() => void this.#ask(), waitMs)
        waitMs = 0
        return () => {
          clearTimeout(first)
          this.#leave('asking')
        }
      }),
      effect(() => {
        const own = preferences.own.value
        if (this.#agreed !== undefined && !isSame(own, this.#agreed)) untracked(() => void this.#send())
      }),
    ]
  }

  /** Reads again: another device may have changed a preference. */
  refresh(): void {
    if (this.#state.peek() === 'kept') void this.#ask()
  }

  [Symbol.dispose](): void {
    for (const end of this.#ends) end()
  }

  #leave(state: Exclude<SyncState, 'kept'>): void {
    this.#line.abort()
    this.#agreed = undefined
    this.#state.value = state
  }

  async #ask(): Promise<void> {
    const { signal: line } = this.#line
    try {
      const members = await this.#read()
      // A change that is being sent is newer than the values just read.
      if (!line.aborted && !this.#isSending) this.#agree(members)
    } catch (error) {
      if (line.aborted) return
      if (error instanceof MarineDataError) this.#leave('alone')
      else setTimeout(() => line.aborted || void this.#ask(), this.#options.againMs ?? 5_000)
    }
  }

  #read(): Promise<Members> {
    return this.#options.client.call('GET preferences', { signal: this.#line.signal })
  }

  #agree(members: Members): void {
    const { preferences } = this.#options
    this.#agreed = undefined
    preferences.takeOwn(members)
    this.#agreed = preferences.own.peek()
    this.#state.value = 'kept'
  }

  /** Sends only the members changed here: another device may have changed the others. */
  async #send(): Promise<void> {
    if (this.#isSending) return
    this.#isSending = true
    const { signal: line } = this.#line
    let members: Members = this.#agreed ?? {}
    try {
      for (let changes = this.#changes(); changes !== undefined; changes = this.#changes()) {
        const body = { ...(await this.#read()), ...changes }
        await this.#options.client.call('PUT preferences', { body, signal: line })
        members = body
        this.#agreed &&= { ...this.#agreed, ...changes }
      }
      this.#problem.value = undefined
    } catch (error) {
      this.#problem.value = errorText(error)
    }
    this.#isSending = false
    if (!line.aborted) this.#agree(members)
  }

  /** Undefined without a change. */
  #changes(): Partial<OwnChoices> | undefined {
    const [own, agreed] = [this.#options.preferences.own.peek(), this.#agreed]
    if (agreed === undefined) return undefined
    const changed = ownNames.filter((name) => !isSame(own[name], agreed[name]))
    return changed.length === 0 ? undefined : Object.fromEntries(changed.map((name) => [name, own[name]]))
  }
}
