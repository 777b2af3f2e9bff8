import enScreens from './en-screens.json' with { type: 'json' }
import { createTranslator } from './words.ts'

/** Translates texts of the first load and of the screens that are loaded when they are opened. */
export const t = createTranslator(enScreens)
export type WordKey = Parameters<typeof t>[0]
