import type { JSX } from 'preact'
import { useAlerts } from '#alerts/alerts-context.tsx'
import { useBoat } from '#boat/boat-context.ts'
import { useConsole } from '#app/console-context.ts'
import { t } from '#words/words.ts'
import { isKiosk } from './kiosk.ts'

/** The page that explains how a phone comes to trust the boat's certificate. */
export const helpAddress = '/help/https'

/** Whether the advice applies: a handheld device on an unencrypted connection. */
const isHelped = (query: URLSearchParams): boolean =>
  !isSecureContext && navigator.maxTouchPoints > 0 && !isKiosk(query)

/**
 * Explains once why to install the certificate. Shown only when nothing else needs attention, so that the dial comes
 * first.
 */
export const Advice = (): JSX.Element | null => {
  const { preferences, query } = useConsole()
  const { link } = useBoat()
  const { sound } = useAlerts()
  const isKnown = preferences.of('knowsAwake')
  if (isKnown.value || !sound.isArmed.value || link.state.value !== 'live' || !isHelped(query)) return null
  return (
    <div class="advice" data-testid="advice" role="note">
      <span class="grow">
        {t('shell.advice')} <a href={helpAddress}>{t('shell.adviceHow')}</a>
      </span>
      <button
        type="button"
        class="button"
        data-testid="advice-close"
        aria-label={t('sheet.close')}
        onClick={() => {
          isKnown.value = true
        }}
      >
        ×
      </button>
    </div>
  )
}
