import type { Dictionary } from './en.ts'
import type { Language } from './words.ts'

type Translation = Exclude<Language, 'en'>

/** Each language is a file of its own, loaded when it is selected. */
const dictionaries: Readonly<Record<Translation, () => Promise<Dictionary>>> = {
  de: async () => (await import('./de.ts')).de,
  fr: async () => (await import('./fr.ts')).fr,
  es: async () => (await import('./es.ts')).es,
  nl: async () => (await import('./nl.ts')).nl,
  it: async () => (await import('./it.ts')).it,
}

export const loadDictionary = (language: Translation): Promise<Dictionary> => dictionaries[language]()
