import { alerts } from './de/alerts.ts'
import { anchor } from './de/anchor.ts'
import { chart } from './de/chart.ts'
import { helm } from './de/helm.ts'
import { people } from './de/people.ts'
import { shell } from './de/shell.ts'
import { workshop } from './de/workshop.ts'
import type { Dictionary } from './en.ts'

/** German. */
export const de: Dictionary = { ...shell, ...people, ...helm, ...alerts, ...anchor, ...chart, ...workshop }
