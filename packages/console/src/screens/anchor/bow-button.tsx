import type { JSX } from 'preact'
import { t } from '#words/screen-words.ts'
import { useAnchor } from './anchor-context.ts'

/** Opens the bow view from the corner of the drawing. */
export const BowButton = (): JSX.Element => {
  const { step } = useAnchor()
  return (
    <button
      type="button"
      class="button anchor-corner"
      data-testid="anchor-bow"
      onClick={() => (step.value = 'bow')}
    >
      {t('anchor.bow')}
    </button>
  )
}
