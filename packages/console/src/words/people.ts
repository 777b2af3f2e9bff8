import { people } from './en/people.ts'
import { speaker } from './words.ts'

export const t = speaker(people)
export type WordKey = Parameters<typeof t>[0]
