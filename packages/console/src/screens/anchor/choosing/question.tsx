import type { ComponentChildren, JSX } from 'preact'
import { useAnchor } from '#screens/anchor/anchor-context.ts'
import { Problem } from '#screens/anchor/notices.tsx'
import { t } from '#words/screen-words.ts'

export interface QuestionProps {
  readonly title: string
  readonly testId: string
  /** The drawing beside the question. */
  readonly drawing: JSX.Element
  readonly children: ComponentChildren
  /** The buttons at the bottom. */
  readonly answer: ComponentChildren
}

/** One question about the anchor, with a way back. */
export const Question = ({ title, testId, drawing, children, answer }: QuestionProps): JSX.Element => {
  const { step } = useAnchor()
  return (
    <>
      {drawing}
      <div class="anchor-panel" data-testid={testId}>
        <header class="anchor-head row">
          <h2 class="grow">{title}</h2>
          <button
            type="button"
            class="button"
            data-testid="anchor-back"
            onClick={() => (step.value = 'none')}
          >
            {t('anchor.back')}
          </button>
        </header>
        {children}
        <Problem />
        {answer}
      </div>
    </>
  )
}
