import type { JSX } from 'preact'
import { useComputed } from '@preact/signals'
import { usePilot } from '#pilot/pilot-context.ts'
import { isDodging } from '#pilot/pilot-report.ts'
import { disabledReasonText } from '#pilot/pilot-words.ts'
import { t } from '#words/words.ts'
import { isOffered, type TurnKind } from './turn-sides.ts'
import { useTrueWindAngle } from './use-wind.ts'

interface ManoeuvreProps {
  readonly testId: string
  readonly text: string
  /** Why it is not available. */
  readonly why: string | undefined
  readonly onClick: () => void
  readonly class?: string
}

const Manoeuvre = ({ testId, text, why, onClick, ...shown }: ManoeuvreProps): JSX.Element => (
  <button
    type="button"
    class={`button ${shown.class ?? ''}`}
    data-testid={testId}
    disabled={why !== undefined}
    title={why}
    onClick={onClick}
  >
    <span>{text}</span>
    {why !== undefined && <small>{why}</small>}
  </button>
)

/** Why an operation is not available, in the autopilot's own words. */
const useWhyNot = (operation: 'tack' | 'gybe' | 'dodge'): string | undefined => {
  const { disabledReason, lease, pilots } = usePilot()
  if (disabledReason.value !== undefined) return disabledReasonText(disabledReason.value, lease.other.value)
  const action = pilots.action(operation)
  if (action === undefined) return t('helm.notSteering')
  return action.available ? undefined : (action.reason ?? t('helm.notSteering'))
}

const TurnButton = ({
  kind,
  onOpen,
}: {
  readonly kind: TurnKind
  readonly onOpen: () => void
}): JSX.Element => {
  const angle = useTrueWindAngle()
  const isRight = useComputed(() => isOffered(kind, angle.value))
  const wind = isRight.value ? undefined : t(kind === 'tack' ? 'helm.abaft' : 'helm.forward')
  return <Manoeuvre testId={kind} text={t(`helm.${kind}`)} why={useWhyNot(kind) ?? wind} onClick={onOpen} />
}

const DodgeButton = (): JSX.Element => {
  const { commands, pilots, disabledReason, lease } = usePilot()
  const why = useWhyNot('dodge')
  const report = pilots.chosen.value
  if (report === undefined || !isDodging(report))
    return <Manoeuvre testId="dodge" text={t('helm.dodge')} why={why} onClick={() => void commands.dodge()} />
  const whyNoEnd =
    disabledReason.value === undefined
      ? undefined
      : disabledReasonText(disabledReason.value, lease.other.value)
  return (
    <Manoeuvre
      testId="resume"
      class="helm-resume"
      text={t('helm.resume')}
      why={whyNoEnd}
      onClick={() => void commands.resume()}
    />
  )
}

export interface ManoeuvreButtonsProps {
  readonly onOpen: (kind: TurnKind) => void
}

/** Tack, dodge and gybe; an unavailable one shows the reason. */
export const ManoeuvreButtons = ({ onOpen }: ManoeuvreButtonsProps): JSX.Element => (
  <div class="helm-manoeuvres">
    <TurnButton kind="tack" onOpen={() => onOpen('tack')} />
    <DodgeButton />
    <TurnButton kind="gybe" onOpen={() => onOpen('gybe')} />
  </div>
)
