import { anchor } from './en/anchor.ts'
import { speaker } from './words.ts'

export const t = speaker(anchor)
export type WordKey = Parameters<typeof t>[0]
