import { effect, signal, type Signal } from '@preact/signals'

/** What someone chose for this device; kept in the browser, so that it is there before the first word of the boat. */
export interface Choices {
  readonly palette: 'auto' | 'bright' | 'day' | 'dusk' | 'night' | 'red'
  /** From 5 to 100 per cent. */
  readonly brightness: number
  readonly units: 'nautical-metric' | 'nautical-imperial' | 'metric'
  readonly language: 'auto' | 'en' | 'de'
  /** What this screen is called; others see it as the holder of the helm. */
  readonly station: string
  /** The side of the controls on wide screens. */
  readonly hand: 'right' | 'left'
}

export type ChoiceName = keyof Choices

const standard: Choices = {
  palette: 'auto',
  brightness: 100,
  units: 'nautical-metric',
  language: 'auto',
  station: '',
  hand: 'right',
}

const storageKey = 'marinedata.choices'

type Kept = Partial<Record<ChoiceName, unknown>>

const keptIn = (text: string | null): Kept => {
  try {
    const kept: unknown = JSON.parse(text ?? '{}')
    return typeof kept === 'object' && kept !== null ? kept : {}
  } catch {
    return {}
  }
}

const names = Object.keys(standard) as readonly ChoiceName[]

/** What the browser kept, so far as it still makes sense: what is unknown is left out, what is wrong is as standard. */
export const choicesIn = (text: string | null): Choices => {
  const kept = keptIn(text)
  const sound = names.filter((name) => typeof kept[name] === typeof standard[name])
  return { ...standard, ...Object.fromEntries(sound.map((name) => [name, kept[name]])) }
}

type ChoiceSignals = { readonly [Name in ChoiceName]: Signal<Choices[Name]> }

/** One signal for each choice, kept as it changes. */
export class Preferences {
  readonly #signals: ChoiceSignals

  constructor(storage: Pick<Storage, 'getItem' | 'setItem'>) {
    const { palette, brightness, units, language, station, hand } = choicesIn(storage.getItem(storageKey))
    this.#signals = {
      palette: signal(palette),
      brightness: signal(brightness),
      units: signal(units),
      language: signal(language),
      station: signal(station),
      hand: signal(hand),
    }
    effect(() => {
      const chosen = Object.fromEntries(names.map((name) => [name, this.#signals[name].value]))
      storage.setItem(storageKey, JSON.stringify(chosen))
    })
  }

  /** To be read, followed and set. */
  of<Name extends ChoiceName>(name: Name): ChoiceSignals[Name] {
    return this.#signals[name]
  }
}
