import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { useBoat } from '#boat/boat-context.ts'
import { HoldButton } from '#parts/hold-button.tsx'
import { t } from '#words/words.ts'
import { useAnchor } from '#screens/anchor/anchor-context.ts'
import { ChooseDrawing } from './choose-drawing.tsx'
import { useOwnPlace } from '#screens/anchor/drawing/own-boat.tsx'
import { distanceBetween } from '#screens/anchor/drawing/plane.ts'
import type { TrackPoint } from '#screens/anchor/drawing/swing-track.ts'
import { RodeFields } from './length-field.tsx'
import { Problem } from '#screens/anchor/notices.tsx'
import { bowHeightOf } from '#screens/anchor/state/figures.ts'
import { scopeOf } from '#screens/anchor/state/rode.ts'
import { useLengths } from '#screens/anchor/use-lengths.ts'
import { useRodeDraft } from './use-rode-draft.ts'
import { ageText } from '#parts/readout.tsx'

type Way = 'rode' | 'track' | 'again'

const holdMs = 800

const useSet = (): ((asked: Promise<boolean>) => void) => {
  const { step } = useAnchor()
  return (asked) =>
    void asked.then((isDone) => {
      if (isDone) step.value = 'circle'
    })
}

/** What the rode that is typed would be: enough of it, or too short to reach the ground. */
const ScopeWords = ({ scope }: { readonly scope: number | undefined }): JSX.Element | null => {
  if (scope === undefined) return null
  return scope <= 1 ? (
    <p class="anchor-problem">{t('anchor.tooShort')}</p>
  ) : (
    <p class="quiet">{t('anchor.scopeIs', { scope: scope.toFixed(1) })}</p>
  )
}

/** The anchor lies at the end of the rode. */
const ByRode = (): JSX.Element => {
  const boat = useBoat()
  const { desk } = useAnchor()
  const set = useSet()
  const draft = useRodeDraft()
  const { rode = 0, depth } = draft
  const scope = depth === undefined ? undefined : scopeOf({ rode, depth, bowHeight: bowHeightOf(boat) })
  const isIdle = desk.hindrance.value === undefined && desk.busy.value === undefined
  return (
    <>
      <RodeFields draft={draft} />
      <ScopeWords scope={scope} />
      <button
        type="button"
        class="button strong anchor-big"
        data-testid="anchor-set-rode"
        disabled={!isIdle || scope === undefined || scope <= 1}
        onClick={() => depth !== undefined && set(desk.reposition(rode, depth))}
      >
        {t('anchor.setRode')}
      </button>
    </>
  )
}

interface Chosen {
  readonly index: number
  readonly onIndex: (index: number) => void
}

const clockText = (time: string): string =>
  new Date(time).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })

const ChosenMoment = ({ point }: { readonly point: TrackPoint }): JSX.Element => {
  const { now } = useBoat()
  const own = useOwnPlace()
  const { text } = useLengths()
  return (
    <p class="anchor-moment" data-testid="anchor-moment">
      <strong>{t('anchor.ago', { age: ageText(now.value - point.at) })}</strong> {clockText(point.time ?? '')}
      {own && ` · ${t('anchor.fromHere', { distance: text(distanceBetween(own.place, point)) })}`}
    </p>
  )
}

/** The anchor fell where the boat was then. */
const ByTrack = ({ index, onIndex }: Chosen): JSX.Element => {
  const { desk, logbook } = useAnchor()
  const set = useSet()
  const track = logbook.recorded.value
  const point = track[index]
  const time = point?.time
  if (point === undefined || time === undefined)
    return (
      <p class="quiet" data-testid="anchor-no-track">
        {t('anchor.noTrack')}
      </p>
    )
  return (
    <>
      <ChosenMoment point={point} />
      <input
        type="range"
        class="anchor-slider"
        min={0}
        max={track.length - 1}
        value={index}
        aria-label={t('anchor.way.track')}
        data-testid="anchor-slider"
        onInput={(event) => onIndex(Number(event.currentTarget.value))}
      />
      <button
        type="button"
        class="button strong anchor-big"
        data-testid="anchor-set-track"
        disabled={desk.hindrance.value !== undefined || desk.busy.value !== undefined}
        onClick={() => set(desk.setFromTrack(time))}
      >
        {t('anchor.setTrack')}
      </button>
    </>
  )
}

/** It was weighed and fell anew. */
const Again = (): JSX.Element => {
  const { desk, step } = useAnchor()
  return (
    <HoldButton
      ms={holdMs}
      class="strong anchor-big"
      testId="anchor-drop-again"
      disabled={desk.hindrance.value !== undefined}
      onHeld={() => void desk.drop().then((isDone) => isDone && (step.value = 'none'))}
    >
      {t('anchor.dropAgain')} <small>{t('anchor.hold')}</small>
    </HoldButton>
  )
}

interface WaysProps {
  readonly way: Way
  readonly onWay: (way: Way) => void
}

const Ways = ({ way, onWay }: WaysProps): JSX.Element => {
  const { desk } = useAnchor()
  const ways: readonly Way[] = desk.isDown.value ? ['rode', 'track', 'again'] : ['rode', 'track']
  return (
    <div class="anchor-ways" role="radiogroup" aria-label={t('anchor.choose')}>
      {ways.map((each) => (
        <button
          key={each}
          type="button"
          role="radio"
          class="button"
          aria-checked={each === way}
          data-testid={`anchor-way-${each}`}
          onClick={() => onWay(each)}
        >
          {t(`anchor.way.${each}`)}
        </button>
      ))}
    </div>
  )
}

/** Where the anchor lies, by what is known of it. */
export const ChooseView = (): JSX.Element => {
  const { logbook, step } = useAnchor()
  const [way, setWay] = useState<Way>('rode')
  const [picked, setPicked] = useState<number | undefined>(undefined)
  const track = logbook.recorded.value
  const index = Math.min(picked ?? track.length - 1, track.length - 1)
  return (
    <>
      <ChooseDrawing chosen={way === 'track' ? track[index] : undefined} onPick={setPicked} />
      <div class="anchor-panel" data-testid="anchor-choose">
        <header class="anchor-head row">
          <h2 class="grow">{t('anchor.choose')}</h2>
          <button
            type="button"
            class="button"
            data-testid="anchor-back"
            onClick={() => (step.value = 'none')}
          >
            {t('anchor.back')}
          </button>
        </header>
        <Ways way={way} onWay={setWay} />
        <p class="quiet">{t(`anchor.wayMore.${way}`)}</p>
        {way === 'rode' && <ByRode />}
        {way === 'track' && <ByTrack index={index} onIndex={setPicked} />}
        {way === 'again' && <Again />}
        <Problem />
      </div>
    </>
  )
}
