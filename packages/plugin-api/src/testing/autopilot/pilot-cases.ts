import { dodgeCases } from './dodge-cases.ts'
import { engagingCases } from './engaging-cases.ts'
import { firstCases, lastCases } from './life-cases.ts'
import { manoeuvreCases } from './manoeuvre-cases.ts'
import { modeCases } from './mode-cases.ts'
import type { PilotCase } from './pilot-case.ts'
import { refusalCases } from './refusal-cases.ts'
import { targetCases } from './target-cases.ts'

/** What every pilot promises, in the order in which it is tried. A new promise goes into one of these tables. */
export const pilotCases: readonly PilotCase[] = [
  ...firstCases,
  ...engagingCases,
  ...modeCases,
  ...targetCases,
  ...manoeuvreCases,
  ...dodgeCases,
  ...refusalCases,
  ...lastCases,
]
