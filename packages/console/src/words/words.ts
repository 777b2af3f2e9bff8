import { signal } from '@preact/signals'
import { en, type WordKey } from './en.ts'

export type Language = 'en' | 'de'
export type { WordKey }

type Words = Readonly<Record<string, string>>
type Filling = Readonly<Record<string, string | number>>

/** The English of the first load, or every text in the language that was chosen. */
const spoken = signal<Words>(en)

/** Loaded when chosen, so that nobody waits for a language they do not read. */
const languages: Readonly<Record<Language, () => Promise<Words>>> = {
  en: () => Promise.resolve(en),
  de: async () => (await import('./de.ts')).de,
}

/** The language of this device, if we have it. */
export const languageOf = (wanted: string, ofDevice: readonly string[]): Language => {
  const candidates = wanted === 'auto' ? ofDevice.map((tag) => tag.slice(0, 2).toLowerCase()) : [wanted]
  return candidates.find((tag): tag is Language => Object.hasOwn(languages, tag)) ?? 'en'
}

export const speak = async (language: Language): Promise<void> => {
  spoken.value = await languages[language]()
}

const filled = (text: string, filling: Filling): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(filling, name) ? String(filling[name]) : whole,
  )

/** What says the texts of a room besides those that are always there. Their English comes with the room, not before. */
export const speaker =
  <Own extends Words>(own: Own) =>
  (key: WordKey | (keyof Own & string), filling: Filling = {}): string =>
    filled(spoken.value[key] ?? own[key] ?? key, filling)

/** A text with what belongs in it. Whoever draws with it is drawn anew when the language changes. */
export const t = speaker(en)
