import { batch, computed, effect, signal, type ReadonlySignal, type Signal } from '@preact/signals'
import { unitChoices, unitPresets, unitsOf, type Measure, type Units } from '#units/quantities.ts'

/** What may be chosen, and what holds when nothing was. */
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

/** What belongs to this device: it stays in its browser. */
const deviceRules = {
  palette: oneOf('auto', 'bright', 'day', 'dusk', 'night', 'red'),
  /** From 5 to 100 per cent. */
  brightness,
  /** What this screen is called; others see it as the holder of the helm. */
  station: text,
  /** Whether the screen stays on while the boat is watched on it. */
  awake: oneOf(true, false),
  /** Whether it was read how a phone is kept awake. */
  knowsAwake: oneOf(false, true),
  /** Inputs that were found, and not wanted yet. */
  dismissedInputs: text,
}

/** What belongs to a person: it follows them to every screen of theirs. */
const ownRules = {
  units: oneOf(...unitPresets),
  'units.speed': oneOf('preset', ...unitChoices.speed),
  'units.windSpeed': oneOf('preset', ...unitChoices.windSpeed),
  'units.depth': oneOf('preset', ...unitChoices.depth),
  'units.distance': oneOf('preset', ...unitChoices.distance),
  'units.temperature': oneOf('preset', ...unitChoices.temperature),
  'units.paths': pathUnits,
  language: oneOf('auto', 'en', 'de'),
  clock: oneOf('local', 'utc'),
  /** The side of the controls on wide screens. */
  hand: oneOf('right', 'left'),
}

const rules = { ...deviceRules, ...ownRules }

type Ruled<Rules> = { readonly [Name in keyof Rules]: Rules[Name] extends Rule<infer Value> ? Value : never }

export type Choices = Ruled<typeof rules>
export type OwnChoices = Ruled<typeof ownRules>
export type ChoiceName = keyof Choices

type ChoiceSignals = { readonly [Name in ChoiceName]: Signal<Choices[Name]> }

const names = Object.keys(rules) as readonly ChoiceName[]
export const ownNames = Object.keys(ownRules) as readonly (keyof OwnChoices)[]
const measures = Object.keys(unitChoices) as readonly Measure[]

const storageKey = 'marinedata.choices'

const objectIn = (kept: string | null): Readonly<Record<string, unknown>> => {
  try {
    return Object(JSON.parse(kept ?? '{}')) as Record<string, unknown>
  } catch {
    return {}
  }
}

/** What was kept, so far as it still makes sense: what is unknown is left out, what is wrong is as standard. */
export const choicesFrom = (kept: Readonly<Record<string, unknown>>): Choices =>
  // Each value fits the rule of its name.
  Object.fromEntries(
    names.map((name) => [name, rules[name].fits(kept[name]) ? kept[name] : rules[name].standard]),
  ) as unknown as Choices

/** One signal for each choice, kept in the browser as it changes, so that it is there before the first word of the boat. */
export class Preferences {
  readonly #signals: ChoiceSignals
  /** Whose the choices of a person are; empty while nobody was here. */
  readonly #who: Signal<string>

  /** What someone chose for themselves. */
  readonly own: ReadonlySignal<OwnChoices>
  readonly units: ReadonlySignal<Units>

  constructor(storage: Pick<Storage, 'getItem' | 'setItem'>) {
    const kept = objectIn(storage.getItem(storageKey))
    const choices = choicesFrom(kept)
    // A signal for each name, of the choice with that name.
    this.#signals = Object.fromEntries(
      names.map((name) => [name, signal<unknown>(choices[name])]),
    ) as unknown as ChoiceSignals
    this.#who = signal(text.fits(kept['who']) ? kept['who'] : '')
    this.own = computed(() => this.#valuesOf(ownNames) as OwnChoices)
    this.units = computed(() => this.#chosenUnits())
    effect(() => {
      storage.setItem(storageKey, JSON.stringify({ ...this.#valuesOf(names), who: this.#who.value }))
    })
  }

  /** To be read, followed and set. */
  of<Name extends ChoiceName>(name: Name): ChoiceSignals[Name] {
    return this.#signals[name]
  }

  /** The units at one path, where someone may want others than elsewhere. */
  unitsAt(path: string): Units {
    const unit = this.#signals['units.paths'].value[path]
    if (unit === undefined) return this.units.value
    const fitting = measures.filter((measure) => (unitChoices[measure] as readonly string[]).includes(unit))
    return { ...this.units.value, ...Object.fromEntries(fitting.map((measure) => [measure, unit])) }
  }

  /** Says who sits here: what someone else chose for themselves does not hold for them. */
  belongTo(who: string): void {
    if (this.#who.peek() === who) return
    batch(() => {
      this.#who.value = who
      this.takeOwn({})
    })
  }

  /** Takes what a person chose elsewhere, in place of all that they chose here. */
  takeOwn(kept: Readonly<Record<string, unknown>>): void {
    const choices: Choices = choicesFrom(kept)
    batch(() => {
      for (const name of ownNames) this.#set(name, choices[name])
    })
  }

  #set<Name extends ChoiceName>(name: Name, value: Choices[Name]): void {
    // The signal of a name holds what may be chosen under that name.
    const choice = this.#signals[name] as unknown as Signal<Choices[Name]>
    // An object that says the same is no news.
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
