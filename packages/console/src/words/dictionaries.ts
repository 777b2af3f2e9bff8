import type { WordKey } from './screen-words.ts'
import type { Language } from './words.ts'

/** All texts of the console in one language. */
export type Dictionary = Readonly<Record<WordKey, string>>

type Translation = Exclude<Language, 'en'>

/** Each language is a separate file, loaded when it is selected. */
const dictionaries: Readonly<Record<Translation, () => Promise<{ readonly default: Dictionary }>>> = {
  de: () => import('./de.json', { with: { type: 'json' } }),
  fr: () => import('./fr.json', { with: { type: 'json' } }),
  es: () => import('./es.json', { with: { type: 'json' } }),
  nl: () => import('./nl.json', { with: { type: 'json' } }),
  it: () => import('./it.json', { with: { type: 'json' } }),
}

export const loadDictionary = async (language: Translation): Promise<Dictionary> =>
  (await dictionaries[language]()).default
