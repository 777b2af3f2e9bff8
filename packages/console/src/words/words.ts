import { signal } from '@preact/signals'
import { en, type Dictionary, type WordKey } from './en.ts'

export type Language = 'en' | 'de'
export type { WordKey }

type Filling = Readonly<Record<string, string | number>>

const dictionary = signal<Dictionary>(en)

/** Loaded when chosen, so that nobody waits for a language they do not read. */
const languages: Readonly<Record<Language, () => Promise<Dictionary>>> = {
  en: () => Promise.resolve(en),
  de: async () => (await import('./de.ts')).de,
}

/** The language of this device, if we have it. */
export const languageOf = (wanted: string, ofDevice: readonly string[]): Language => {
  const candidates = wanted === 'auto' ? ofDevice.map((tag) => tag.slice(0, 2).toLowerCase()) : [wanted]
  return candidates.find((tag): tag is Language => Object.hasOwn(languages, tag)) ?? 'en'
}

export const speak = async (language: Language): Promise<void> => {
  dictionary.value = await languages[language]()
}

/** A text with what belongs in it. Whoever draws with it is drawn anew when the language changes. */
export const t = (key: WordKey, filling: Filling = {}): string =>
  dictionary.value[key].replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(filling, name) ? String(filling[name]) : whole,
  )
