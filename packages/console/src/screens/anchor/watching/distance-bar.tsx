import type { JSX } from 'preact'
import { useBoat } from '#boat/boat-context.ts'
import { t } from '#words/screen-words.ts'
import { useAnchor } from '#screens/anchor/anchor-context.ts'
import { distanceOf } from '#screens/anchor/state/figures.ts'
import { fillOf } from '#screens/anchor/state/rode.ts'
import { circleTone } from '#screens/anchor/state/watch-state.ts'
import { useLengths } from '#screens/anchor/use-lengths.ts'
import { dashes } from '#units/quantities.ts'

/** Distance to the anchor relative to the radius. Empty if unknown. */
export const DistanceBar = (): JSX.Element => {
  const boat = useBoat()
  const { controller } = useAnchor()
  const { text } = useLengths()
  const { value, age } = distanceOf(boat)
  const limit = controller.limit.value
  const isKnown = value !== undefined && age !== 'dead'
  const fill = isKnown && limit !== undefined ? fillOf(value, limit) : 0
  return (
    <div
      class="anchor-distance"
      data-age={isKnown ? age : 'dead'}
      data-tone={circleTone(controller.watchState.value, fill)}
    >
      <output data-testid="anchor-dist" data-age={isKnown ? age : 'dead'} aria-live="off">
        <b>{isKnown ? text(value) : dashes}</b>{' '}
        {limit !== undefined && <span>{t('anchor.of', { limit: text(limit) })}</span>}
      </output>
      <div class="anchor-bar" aria-hidden="true">
        <i style={{ width: `${(Math.min(fill, 1) * 100).toFixed(1)}%` }} />
      </div>
    </div>
  )
}
