import type { JSX } from 'preact'
import { Sheet } from '#parts/sheet.tsx'
import { t } from '#words/words.ts'
import { usePilot } from '#pilot/pilot-context.ts'
import { stateText } from '#pilot/pilot-words.ts'
import { TakeHelm } from './take-helm.tsx'

/** Selects one of several autopilots. */
const Choice = (): JSX.Element | null => {
  const { pilots } = usePilot()
  const { all, chosen } = pilots
  if (all.value.length < 2) return null
  return (
    <div class="pilot-choice" role="group" aria-label={t('helm.choose')}>
      {all.value.map((report) => (
        <button
          key={report.id}
          type="button"
          class="button"
          aria-pressed={report.id === chosen.value?.id}
          data-testid={`pilot-${report.id}`}
          onClick={() => pilots.choose(report.id)}
        >
          <span class="grow">
            {report.id}
            {report.isDefault && <small> · {t('helm.default')}</small>}
          </span>
          <small>{stateText(report, undefined)}</small>
        </button>
      ))}
    </div>
  )
}

const helmWords = (isOwn: boolean, other: string | undefined): string => {
  if (isOwn) return t('helm.youHaveHelm')
  return other === undefined ? t('helm.nobodyHasHelm') : t('helm.othersHelm', { holder: other })
}

/** Who has the helm, and how to take or release it. */
const HelmPart = ({ mayTake }: { readonly mayTake: boolean }): JSX.Element => {
  const { lease } = usePilot()
  const { isOwn, other } = lease
  return (
    <div class="row">
      <p class="grow">{helmWords(isOwn.value, other.value)}</p>
      {isOwn.value && (
        <button type="button" class="button" data-testid="helm-release" onClick={() => void lease.release()}>
          {t('helm.release')}
        </button>
      )}
      {other.value !== undefined && mayTake && <TakeHelm />}
    </div>
  )
}

export interface PilotSheetProps {
  readonly onClose: () => void
  /** Elsewhere the helm is taken from the strip itself. */
  readonly mayTake: boolean
}

/** Selects the autopilot, and takes or releases the helm. */
export const PilotSheet = ({ onClose, mayTake }: PilotSheetProps): JSX.Element => (
  <Sheet title={t('helm.pilot')} onClose={onClose} testId="pilot-sheet">
    <Choice />
    <HelmPart mayTake={mayTake} />
    <p class="quiet small">{t('helm.helmMeaning')}</p>
  </Sheet>
)
