import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { radiusLimits } from '#alerts/alert.ts'
import { useBoat } from '#boat/boat.ts'
import { t } from '#words/screen-words.ts'
import { useAnchor, useLengths } from './anchor-context.ts'
import { bowHeightOf, fromBowOf, leastTapped, radiusForRode } from './figures.ts'
import { LengthField, Question, RodePart, useRodeDraft, type RodeDraft } from './rode-fields.tsx'
import { Undo } from './status.tsx'
import { WatchDrawing } from './watch-view.tsx'

/** The radius suggested by the watch; after a drop, by the rode. */
const useSuggestion = (isSetting: boolean, { rode, depth }: RodeDraft): number | undefined => {
  const boat = useBoat()
  const suggested = useAnchor().controller.report.value?.suggestedRadius ?? undefined
  if (!isSetting || rode === undefined || depth === undefined) return suggested
  return radiusForRode({ rode, depth, bowHeight: bowHeightOf(boat), fromBow: fromBowOf(boat) })
}

const isRadius = (metres: number | undefined): metres is number =>
  metres !== undefined && metres >= radiusLimits.least && metres <= radiusLimits.most

/** Draws the typed radius before it is watched. */
const usePreview = (radius: number | undefined): void => {
  const { preview } = useAnchor()
  useEffect(() => {
    preview.value = isRadius(radius) ? radius : undefined
    return () => {
      preview.value = undefined
    }
  }, [radius])
}

interface ArmProps {
  readonly radius: number | undefined
  /** The rode to send along, if any. */
  readonly draft: RodeDraft | undefined
}

const ArmButton = ({ radius, draft }: ArmProps): JSX.Element => {
  const { controller, step } = useAnchor()
  const { text } = useLengths()
  const arm = async (metres: number): Promise<void> => {
    step.value = 'none'
    // The radius is sent first: it is what triggers the alarm, and must not depend on the rode.
    await controller.askRadius(metres)
    if (draft?.toSend !== undefined) await controller.veer(draft.toSend.rode, draft.toSend.depth)
  }
  return (
    <button
      type="button"
      class="button strong anchor-big"
      data-testid="anchor-arm"
      disabled={!isRadius(radius) || controller.disabledReason.value !== undefined}
      onClick={() => isRadius(radius) && void arm(radius)}
    >
      {isRadius(radius) ? t('anchor.arm', { radius: text(radius) }) : t('anchor.circle')}
    </button>
  )
}

const Suggestion = ({ metres }: { readonly metres: number | undefined }): JSX.Element | null => {
  const { text } = useLengths()
  if (metres === undefined) return null
  return (
    <p data-testid="anchor-suggested">
      {t('anchor.suggested')} <b>{text(metres)}</b>
    </p>
  )
}

/** Asks for the radius. The previous circle is watched until then. */
export const CircleView = (): JSX.Element => {
  const { controller } = useAnchor()
  const [isSetting] = useState(controller.state.value === 'setting')
  const draft = useRodeDraft()
  const suggested = useSuggestion(isSetting, draft)
  const [typed, setTyped] = useState<{ readonly metres: number | undefined } | undefined>(undefined)
  const radius = typed === undefined ? (suggested ?? controller.limit.value) : typed.metres
  usePreview(radius)
  return (
    <Question
      title={t('anchor.circle')}
      testId="anchor-circle"
      drawing={<WatchDrawing />}
      answer={
        <>
          <Undo />
          <ArmButton radius={radius} draft={isSetting ? draft : undefined} />
        </>
      }
    >
      {isSetting && <p class="quiet">{t('anchor.circle.byRode')}</p>}
      {isSetting && <RodePart draft={draft} />}
      <Suggestion metres={suggested} />
      <LengthField
        label={t('anchor.circle.radius')}
        value={radius}
        onValue={(metres) => setTyped({ metres })}
        step={5}
        least={leastTapped(draft.rode)}
        testId="anchor-radius-in"
      />
    </Question>
  )
}
