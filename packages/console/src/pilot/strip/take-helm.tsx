import type { JSX } from 'preact'
import { HoldButton } from '#parts/hold-button.tsx'
import { usePilot } from '#pilot/pilot-context.ts'
import { t } from '#words/words.ts'

const takeMs = 800

/** Held, it takes the helm from whoever has it. */
export const TakeHelm = (): JSX.Element => {
  const { commands, hindrance } = usePilot()
  return (
    <HoldButton
      ms={takeMs}
      testId="helm-take"
      disabled={hindrance.value !== 'held'}
      onHeld={() => void commands.takeHelm()}
    >
      <small>{t('helm.hold')}</small>
      {t('helm.take')}
    </HoldButton>
  )
}
