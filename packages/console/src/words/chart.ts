import { chart } from './en/chart.ts'
import { createTranslator } from './words.ts'

export const t = createTranslator(chart)
export type WordKey = Parameters<typeof t>[0]
