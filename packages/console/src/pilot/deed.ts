import { isDodging, type PilotReport } from './pilot-report.ts'
import { confirmMs, type WishPhase } from './target-wish.ts'

export type DeedKind = 'engage' | 'disengage' | 'mode' | 'tack' | 'gybe' | 'cancel' | 'dodge' | 'resume'

/** Something other than a target that was asked of the pilot. */
export interface Deed {
  readonly kind: DeedKind
  readonly phase: WishPhase
  /** On the clock of `performance.now()`. */
  readonly since: number
  /** The mode, for a change of mode. */
  readonly mode?: string
}

const forgottenAfterMs = 20_000

/** How the pilot's own report shows that it was done. */
const shownBy: Readonly<Record<DeedKind, (report: PilotReport, deed: Deed) => boolean>> = {
  engage: ({ isEngaged }) => isEngaged,
  disengage: ({ isEngaged }) => !isEngaged,
  mode: ({ mode }, deed) => mode === deed.mode,
  tack: ({ manoeuvre }) => manoeuvre?.kind === 'tack',
  gybe: ({ manoeuvre }) => manoeuvre?.kind === 'gybe',
  cancel: ({ manoeuvre }) => manoeuvre === null,
  dodge: isDodging,
  resume: (report) => !isDodging(report),
}

/** Undefined when the report shows it: confirmed. */
export const deedAfterReport = (deed: Deed | undefined, report: PilotReport | undefined): Deed | undefined =>
  deed === undefined || report === undefined || shownBy[deed.kind](report, deed) ? undefined : deed

export const agedDeed = (deed: Deed | undefined, now: number): Deed | undefined => {
  if (deed === undefined) return undefined
  const age = now - deed.since
  if (deed.phase === 'unconfirmed') return age < forgottenAfterMs ? deed : undefined
  return age < confirmMs ? deed : { ...deed, phase: 'unconfirmed' }
}
