import type { JSX } from 'preact'
import { useConsole } from '#app/console-context.ts'
import { usePilot } from '#pilot/pilot-context.ts'
import { t } from '#words/words.ts'

/**
 * STANDBY inside a modal at the helm, where the modal covers the big key. On other screens the pilot's strip has it.
 */
export const Standby = ({ testId }: { readonly testId: string }): JSX.Element | null => {
  const { pilots, commands, mayStandBy } = usePilot()
  const isHelm = useConsole().router.route.value.screen === 'helm'
  if (!isHelm || pilots.chosen.value?.isEngaged !== true) return null
  return (
    <button
      type="button"
      class="button over-standby"
      data-testid={testId}
      disabled={!mayStandBy.value}
      onClick={() => void commands.standby()}
    >
      ■ {t('helm.standby')}
    </button>
  )
}
