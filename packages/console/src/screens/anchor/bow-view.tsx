import type { JSX } from 'preact'
import { t } from '#words/screen-words.ts'
import { useAnchor } from './anchor-context.ts'
import { BigFigure, type FigureName } from './figure-tiles.tsx'
import { DropButton } from './idle-view.tsx'
import { Problem, Undo } from './notices.tsx'
import { Status } from './status.tsx'

const down: readonly FigureName[] = ['bearing', 'distance', 'depth', 'rode', 'scope']
const up: readonly FigureName[] = ['depth', 'wind']

/** Few, large figures for a person at the bow with a phone in a pouch. */
export const BowView = (): JSX.Element => {
  const { controller, step } = useAnchor()
  const isDown = controller.isDown.value
  return (
    <div class="anchor-bow" data-testid="bow-view">
      <Status>
        <button type="button" class="button" data-testid="bow-close" onClick={() => (step.value = 'none')}>
          {t('anchor.back')}
        </button>
      </Status>
      <div class="bow-figures">
        {(isDown ? down : up).map((name) => (
          <BigFigure key={name} name={name} />
        ))}
      </div>
      <Problem />
      <Undo />
      {!isDown && <DropButton />}
    </div>
  )
}
