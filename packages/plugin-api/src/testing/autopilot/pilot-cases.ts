import { dodgeCases } from './cases/dodge-cases.ts'
import { engagingCases } from './cases/engaging-cases.ts'
import { firstCases, lastCases } from './cases/lifecycle-cases.ts'
import { manoeuvreCases } from './cases/manoeuvre-cases.ts'
import { modeCases } from './cases/mode-cases.ts'
import type { PilotCase } from './pilot-case.ts'
import { refusalCases } from './cases/refusal-cases.ts'
import { routeCases } from './cases/route-cases.ts'
import { stepCases } from './cases/step-cases.ts'
import { targetCases } from './cases/target-cases.ts'

/** All cases of the autopilot suite, in the order in which they run. Add new cases to one of these tables. */
export const pilotCases: readonly PilotCase[] = [
  ...firstCases,
  ...engagingCases,
  ...modeCases,
  ...targetCases,
  ...stepCases,
  ...routeCases,
  ...manoeuvreCases,
  ...dodgeCases,
  ...refusalCases,
  ...lastCases,
]
