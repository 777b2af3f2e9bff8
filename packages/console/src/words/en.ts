import { alerts } from './en/alerts.ts'
import type { anchor } from './en/anchor.ts'
import type { chart } from './en/chart.ts'
import { helm } from './en/helm.ts'
import type { people } from './en/people.ts'
import { shell } from './en/shell.ts'
import type { workshop } from './en/workshop.ts'

/** Texts of the first load. `{name}` is replaced by a value. */
export const en = { ...shell, ...helm, ...alerts } as const

export type WordKey = keyof typeof en

type OfRooms = typeof anchor & typeof chart & typeof people & typeof workshop

/** All texts, including those of lazily loaded screens. */
export type Dictionary = Readonly<Record<WordKey | keyof OfRooms, string>>
