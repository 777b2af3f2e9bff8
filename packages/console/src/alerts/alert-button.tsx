import type { JSX } from 'preact'
import { hrefOf } from '#app/router.ts'
import { icons } from '#parts/icons.tsx'
import { t } from '#words/words.ts'
import { AlertIcon } from './alert-icon.tsx'
import { useAlerts } from './alerts-context.tsx'

/** Number of alerts and their highest priority, on every screen. */
export const AlertButton = (): JSX.Element => {
  const { alerts } = useAlerts()
  const list = alerts.list.value
  const [worst] = list
  const label =
    worst === undefined
      ? `${t('screen.alerts')}: ${t('alerts.none')}`
      : t('alerts.button', { count: list.length, priority: t(`alerts.priority.${worst.priority}`) })
  return (
    <>
      <span class="unseen" role="status">
        {label}
      </span>
      <a
        class="button alert-button"
        href={hrefOf('alerts')}
        data-testid="alerts-button"
        data-count={list.length}
        data-flash={alerts.isFlashing.value}
        aria-label={label}
      >
        {worst === undefined ? <icons.alerts /> : <AlertIcon alert={worst} />}
        {list.length > 0 && <span>{list.length}</span>}
      </a>
    </>
  )
}
