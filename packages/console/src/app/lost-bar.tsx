import type { JSX } from 'preact'
import { useBoat } from '#boat/boat-context.ts'
import { t } from '#words/words.ts'

/** Says in plain words that nothing on the screen is live, and what to do. */
export const LostBar = (): JSX.Element | null => {
  const { link } = useBoat()
  if (!link.isLost.value) return null
  return (
    <div class="lost-bar" role="alert" data-testid="lost-bar">
      <span>{t('link.lostBar', { seconds: link.seconds.value })}</span>
      <button type="button" class="button" data-testid="link-retry" onClick={() => link.retry()}>
        {t('shell.retry')}
      </button>
    </div>
  )
}
