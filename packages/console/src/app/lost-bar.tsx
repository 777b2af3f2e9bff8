import type { JSX } from 'preact'
import { useBoat } from '#boat/boat-context.ts'
import { momentText } from '#words/times.ts'
import { t } from '#words/words.ts'
import { useConsole } from './console-context.ts'

/** Says that nothing on the screen is live, and what to do. */
export const LostBar = (): JSX.Element | null => {
  const { link } = useBoat()
  const { lastVisit } = useConsole()
  if (!link.isLost.value) return null
  return (
    <div class="lost-bar" role="alert" data-testid="lost-bar">
      <span data-testid="lost-text">
        {lastVisit === undefined || link.hasSpoken.value
          ? t('link.lostBar', { seconds: link.seconds.value })
          : t('link.lastSeen', { time: momentText(lastVisit.seenAt, Date.now()) })}
      </span>
      <button type="button" class="button" data-testid="link-retry" onClick={() => link.retry()}>
        {t('shell.retry')}
      </button>
    </div>
  )
}
