import type { JSX } from 'preact'
import { t } from '#words/screen-words.ts'
import { bearingText, bearingTurned, bearingTyped } from '#screens/anchor/state/bearings.ts'
import { useLengths } from '#screens/anchor/use-lengths.ts'
import { LengthField } from './length-field.tsx'
import { NumberField } from './number-field.tsx'
import { farthestSpot, type SpotDraft } from './use-spot-draft.ts'

const bearings = { unit: '°T', text: bearingText, typed: bearingTyped, turned: bearingTurned }

/** Bearing and distance from the boat, with a warning if too far. */
export const SpotPart = ({ draft }: { readonly draft: SpotDraft }): JSX.Element => {
  const { text } = useLengths()
  return (
    <>
      <NumberField
        label={t('anchor.bearing')}
        value={draft.bearing}
        onValue={draft.setBearing}
        measure={bearings}
        step={5}
        testId="anchor-bearing-in"
      />
      <LengthField
        label={t('anchor.distance')}
        value={draft.metres}
        onValue={draft.setMetres}
        step={5}
        testId="anchor-distance-in"
      />
      {draft.isTooFar && (
        <p class="anchor-problem" data-testid="anchor-too-far">
          {t('anchor.tooFar', { limit: text(farthestSpot) })}
        </p>
      )}
    </>
  )
}
