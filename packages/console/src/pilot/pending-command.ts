import { isDodging, type PilotReport } from './pilot-report.ts'
import { confirmMs, type PendingPhase } from './pending-target.ts'

export type PendingCommandKind =
  | 'engage'
  | 'disengage'
  | 'mode'
  | 'tack'
  | 'gybe'
  | 'cancel'
  | 'dodge'
  | 'resume'

/** A pending command other than a target. */
export interface PendingCommand {
  readonly kind: PendingCommandKind
  readonly phase: PendingPhase
  /** On the clock of `performance.now()`. */
  readonly since: number
  /** The mode, for a change of mode. */
  readonly mode?: string
}

const forgottenAfterMs = 20_000

/** How the autopilot's report confirms each command. */
const shownBy: Readonly<
  Record<PendingCommandKind, (report: PilotReport, pendingCommand: PendingCommand) => boolean>
> = {
  engage: ({ isEngaged }) => isEngaged,
  disengage: ({ isEngaged }) => !isEngaged,
  mode: ({ mode }, pendingCommand) => mode === pendingCommand.mode,
  tack: ({ manoeuvre }) => manoeuvre?.kind === 'tack',
  gybe: ({ manoeuvre }) => manoeuvre?.kind === 'gybe',
  cancel: ({ manoeuvre }) => manoeuvre === null,
  dodge: isDodging,
  resume: (report) => !isDodging(report),
}

/** Undefined when the report confirms it. */
export const commandAfterReport = (
  pendingCommand: PendingCommand | undefined,
  report: PilotReport | undefined,
): PendingCommand | undefined =>
  pendingCommand === undefined || report === undefined || shownBy[pendingCommand.kind](report, pendingCommand)
    ? undefined
    : pendingCommand

export const agedCommand = (
  pendingCommand: PendingCommand | undefined,
  now: number,
): PendingCommand | undefined => {
  if (pendingCommand === undefined) return undefined
  const age = now - pendingCommand.since
  if (pendingCommand.phase === 'unconfirmed') return age < forgottenAfterMs ? pendingCommand : undefined
  return age < confirmMs ? pendingCommand : { ...pendingCommand, phase: 'unconfirmed' }
}
