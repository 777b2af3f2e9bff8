import { workshop } from './en/workshop.ts'
import { speaker } from './words.ts'

export const t = speaker(workshop)
