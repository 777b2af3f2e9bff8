import { alerts } from './en/alerts.ts'
import type { anchor } from './en/anchor.ts'
import type { chart } from './en/chart.ts'
import { helm } from './en/helm.ts'
import type { people } from './en/people.ts'
import { shell } from './en/shell.ts'
import type { workshop } from './en/workshop.ts'

/** What every screen may say. A text is a sentence or a label; `{name}` stands for what is filled in. */
export const en = { ...shell, ...helm, ...alerts } as const

export type WordKey = keyof typeof en

type OfRooms = typeof anchor & typeof chart & typeof people & typeof workshop

/** Every text of the console, those of its rooms too. */
export type Dictionary = Readonly<Record<WordKey | keyof OfRooms, string>>
