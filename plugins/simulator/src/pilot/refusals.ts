import type { AutopilotOperation, ProblemCode } from '@marinedata/plugin-api'
import type { PilotMode } from './modes.ts'

/** Why an operation is refused at present. */
export interface Refusal {
  readonly code: ProblemCode
  readonly words: string
}

/** The state that decides about refusals. */
export interface PilotCondition {
  readonly isSteering: boolean
  readonly isDodging: boolean
  readonly isTurning: boolean
  readonly mode: PilotMode
  readonly keepsTarget: boolean
  /** The missing input of the mode, as text. */
  readonly missing: string | undefined
  readonly hasCompass: boolean
  /** The other pilot, when it steers. */
  readonly otherPilot: string | undefined
}

type Rule = (condition: PilotCondition) => Refusal | undefined

const refusal = (code: ProblemCode, words: string): Refusal => ({ code, words })

const notSteering: Rule = ({ isSteering }) =>
  isSteering ? undefined : refusal('not-engaged', 'It does not steer')

const dodging: Rule = ({ isDodging }) =>
  isDodging ? refusal('not-allowed-in-mode', 'A dodge is active; end it first') : undefined

const onRoute: Rule = ({ mode }) =>
  mode === 'route' ? refusal('not-allowed-in-mode', 'The route sets the target') : undefined

const turning: Rule = ({ isTurning }) => (isTurning ? refusal('busy', 'A manoeuvre is active') : undefined)

const lacking: Rule = ({ missing }) => (missing === undefined ? undefined : refusal('input-stale', missing))

const noCompass: Rule = ({ hasCompass }) =>
  hasCompass ? undefined : refusal('input-stale', 'There is no compass')

const taken: Rule = ({ isSteering, otherPilot }) =>
  isSteering || otherPilot === undefined
    ? undefined
    : refusal('rejected-by-device', `The pilot "${otherPilot}" steers`)

const noTargetKept: Rule = ({ isSteering, keepsTarget }) =>
  isSteering || keepsTarget
    ? undefined
    : refusal('not-engaged', 'It stores no target while it does not steer')

const manoeuvre: readonly Rule[] = [notSteering, dodging, onRoute, turning, lacking]

const rules: Readonly<Record<AutopilotOperation, readonly Rule[]>> = {
  'set-state': [],
  'set-mode': [],
  'set-target': [dodging, onRoute, noTargetKept],
  // No pilot declares it.
  step: [],
  engage: [taken, lacking],
  tack: manoeuvre,
  gybe: manoeuvre,
  dodge: [notSteering, turning, noCompass],
}

/** Why the operation is refused at present; undefined when it is possible. */
export const refusalOf = (operation: AutopilotOperation, condition: PilotCondition): Refusal | undefined => {
  for (const rule of rules[operation]) {
    const found = rule(condition)
    if (found !== undefined) return found
  }
  return undefined
}
