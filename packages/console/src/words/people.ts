import { people } from './en/people.ts'
import { createTranslator } from './words.ts'

export const t = createTranslator(people)
export type WordKey = Parameters<typeof t>[0]
