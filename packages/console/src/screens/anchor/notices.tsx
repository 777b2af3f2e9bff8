import type { JSX } from 'preact'
import { t } from '#words/screen-words.ts'
import { useAnchor } from './anchor-context.ts'

/** Why the last command failed, or why none is possible here. */
export const Problem = (): JSX.Element | null => {
  const { controller } = useAnchor()
  const disabledReason = controller.disabledReason.value
  const text = controller.problem.value ?? (disabledReason === undefined ? undefined : t(disabledReason))
  if (text === undefined) return null
  return (
    <p class="anchor-problem" role="status" data-testid="anchor-problem">
      {text}
    </p>
  )
}

/** Undoes the drop for a while. */
export const Undo = (): JSX.Element | null => {
  const { controller, step } = useAnchor()
  const seconds = controller.undoSeconds.value
  if (seconds === 0) return null
  const undo = (): void => {
    step.value = 'none'
    void controller.raise()
  }
  return (
    <button
      type="button"
      class="button anchor-undo"
      data-testid="anchor-undo"
      disabled={controller.disabledReason.value !== undefined || controller.busy.value !== undefined}
      onClick={undo}
    >
      {t('anchor.undo', { seconds })}
    </button>
  )
}
