import { workshop } from './en/workshop.ts'
import { createTranslator } from './words.ts'

export const t = createTranslator(workshop)
