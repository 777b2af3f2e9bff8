import { anchor } from './en/anchor.ts'
import { createTranslator } from './words.ts'

export const t = createTranslator(anchor)
export type WordKey = Parameters<typeof t>[0]
