import type { JSX } from 'preact'
import { HoldButton } from '#parts/hold-button.tsx'
import { usePilot } from '#pilot/pilot-context.ts'
import { t } from '#words/words.ts'

const takeMs = 800

/** Takes the helm when held. */
export const TakeHelm = (): JSX.Element => {
  const { commands, disabledReason } = usePilot()
  return (
    <HoldButton
      ms={takeMs}
      testId="helm-take"
      disabled={disabledReason.value !== 'held'}
      onHeld={() => void commands.takeHelm()}
    >
      <small>{t('helm.hold')}</small>
      {t('helm.take')}
    </HoldButton>
  )
}
