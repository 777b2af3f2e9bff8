import { signal } from '@preact/signals'
import { en, type WordKey } from './en.ts'

export type Language = 'en' | 'de'
export type { WordKey }

type Words = Readonly<Record<string, string>>
type Filling = Readonly<Record<string, string | number>>

/** English texts of the first load, or all texts in the selected language. */
const texts = signal<Words>(en)

/** Languages other than English are loaded when selected. */
const languages: Readonly<Record<Language, () => Promise<Words>>> = {
  en: () => Promise.resolve(en),
  de: async () => (await import('./de.ts')).de,
}

/** The wanted language, or the first supported language of the device. */
export const languageOf = (wanted: string, ofDevice: readonly string[]): Language => {
  const candidates = wanted === 'auto' ? ofDevice.map((tag) => tag.slice(0, 2).toLowerCase()) : [wanted]
  return candidates.find((tag): tag is Language => Object.hasOwn(languages, tag)) ?? 'en'
}

export const setLanguage = async (language: Language): Promise<void> => {
  texts.value = await languages[language]()
}

const filled = (text: string, filling: Filling): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(filling, name) ? String(filling[name]) : whole,
  )

/** Creates a translator with more English texts. */
export const createTranslator =
  <Own extends Words>(own: Own) =>
  (key: WordKey | (keyof Own & string), filling: Filling = {}): string =>
    filled(texts.value[key] ?? own[key] ?? key, filling)

/**
 * Translates a key and fills in values. Reads a signal, so a component that uses it re-renders when the language
 * changes.
 */
export const t = createTranslator(en)
