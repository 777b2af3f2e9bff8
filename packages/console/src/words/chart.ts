import { chart } from './en/chart.ts'
import { speaker } from './words.ts'

export const t = speaker(chart)
export type WordKey = Parameters<typeof t>[0]
