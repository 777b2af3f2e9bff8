import type { JSX } from 'preact'
import { t } from '#words/anchor.ts'
import { useAnchor } from './anchor-context.ts'

/** Why the last command was not done, or why none can be given from here. */
export const Problem = (): JSX.Element | null => {
  const { desk } = useAnchor()
  const hindrance = desk.hindrance.value
  const text = desk.problem.value ?? (hindrance === undefined ? undefined : t(hindrance))
  if (text === undefined) return null
  return (
    <p class="anchor-problem" role="status" data-testid="anchor-problem">
      {text}
    </p>
  )
}

/** For a while after it went down, the anchor can be up again as if nothing had been. */
export const Undo = (): JSX.Element | null => {
  const { desk, step } = useAnchor()
  const seconds = desk.undoSeconds.value
  if (seconds === 0) return null
  const undo = (): void => {
    step.value = 'none'
    void desk.raise()
  }
  return (
    <button
      type="button"
      class="button anchor-undo"
      data-testid="anchor-undo"
      disabled={desk.hindrance.value !== undefined || desk.busy.value !== undefined}
      onClick={undo}
    >
      {t('anchor.undo', { seconds })}
    </button>
  )
}
