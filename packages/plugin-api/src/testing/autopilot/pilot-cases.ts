import { dodgeCases } from './cases/dodge-cases.ts'
import { engagingCases } from './cases/engaging-cases.ts'
import { firstCases, lastCases } from './cases/life-cases.ts'
import { manoeuvreCases } from './cases/manoeuvre-cases.ts'
import { modeCases } from './cases/mode-cases.ts'
import type { PilotCase } from './pilot-case.ts'
import { refusalCases } from './cases/refusal-cases.ts'
import { targetCases } from './cases/target-cases.ts'

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
