import type { JSX } from 'preact'
import { useAlerts } from '#alerts/alerts-context.tsx'
import { useConsole } from '#app/console-context.ts'
import { useLater } from '#parts/later.ts'
import { markOf } from './turn-question.ts'

/** Where the question stands, on whatever screen. Without what asks it the warning is there all the same, seen and heard. */
export const NextLegPlace = (): JSX.Element | null => {
  const asked = useAlerts().question.asked.value
  const isFirst = useConsole().urgent.value === 'question'
  const dialog = useLater(asked !== undefined, () => import('./next-leg-dialog.tsx'))
  if (asked === undefined || dialog === undefined || !isFirst) return null
  return <dialog.NextLegDialog key={markOf(asked)} asked={asked} />
}
