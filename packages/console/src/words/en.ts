import { alerts } from './en/alerts.ts'
import { anchor } from './en/anchor.ts'
import { chart } from './en/chart.ts'
import { helm } from './en/helm.ts'
import { people } from './en/people.ts'
import { shell } from './en/shell.ts'
import { workshop } from './en/workshop.ts'

/** Every text of the console. A text is a sentence or a label; `{name}` stands for what is filled in. */
export const en = { ...shell, ...people, ...helm, ...alerts, ...anchor, ...chart, ...workshop } as const

export type WordKey = keyof typeof en
export type Dictionary = Readonly<Record<WordKey, string>>
