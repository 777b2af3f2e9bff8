import type { JSX } from 'preact'
import { useAlerts } from '#alerts/alerts-context.tsx'
import { useConsole } from '#app/console-context.ts'
import { useLazy } from '#parts/use-lazy.ts'
import { markOf } from './turn-question.ts'

/** Shows the question on every screen. If the dialog cannot be loaded, the warning is still shown and sounds. */
export const NextLegPlace = (): JSX.Element | null => {
  const asked = useAlerts().question.asked.value
  const isFirst = useConsole().urgent.value === 'question'
  const dialog = useLazy(asked !== undefined, () => import('./next-leg-dialog.tsx'))
  if (asked === undefined || dialog === undefined || !isFirst) return null
  return <dialog.NextLegDialog key={markOf(asked)} asked={asked} />
}
