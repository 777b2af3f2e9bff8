import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { useConsole } from '#page/console-context.ts'
import { useBoat } from '#boat/boat.ts'
import type { Place } from '#boat/values.ts'
import { HoldButton } from '#parts/hold-button.tsx'
import { ageText } from '#words/durations.ts'
import { t } from '#words/screen-words.ts'
import { timeOfDay } from '#words/words.ts'
import { useAnchor, useLengths } from './anchor-context.ts'
import { Drawing, AnchorMark, ChosenMark, TrackLine, OwnBoat, useOwnPlace } from './drawing/drawing.tsx'
import {
  pointAt,
  steppedUp,
  type DrawingViewport,
  type Point,
  distanceBetween,
  offsetFrom,
  placeInRoute,
} from './drawing/plane.ts'
import { Question, RodePart, useRodeDraft } from './rode-fields.tsx'
import { SpotDrawing, SpotPart, useSpotDraft, type SpotDraft } from './spot-view.tsx'
import { LastFix } from './status.tsx'
import { nearestTo, type TrackPoint } from './track-history.ts'

const leastReach = 50
const roomAround = 1.25
/** Precision of a finger. */
const tapReach = 40

/** The point of the track nearest to a tap, if one is near. */
const pickedAt = (
  track: readonly TrackPoint[],
  pixelsTo: (point: TrackPoint) => number,
): number | undefined => {
  const nearest = nearestTo(track, pixelsTo)
  return nearest === undefined || pixelsTo(nearest) > tapReach ? undefined : track.indexOf(nearest)
}

interface ChooseDrawingProps {
  readonly chosen: TrackPoint | undefined
  readonly onPick: (index: number) => void
}

interface LayersProps {
  readonly frame: DrawingViewport
  readonly middle: Place
  readonly chosen: TrackPoint | undefined
}

const Layers = ({ frame, middle, chosen }: LayersProps): JSX.Element => {
  const { now } = useBoat()
  const { trackHistory } = useAnchor()
  const at = chosen && offsetFrom(middle, chosen)
  return (
    <>
      <TrackLine frame={frame} from={middle} track={trackHistory.track.value} now={now.value} />
      <OwnBoat frame={frame} from={middle} hasRode={false} />
      {at && <AnchorMark frame={frame} at={at} isGhost />}
      {at && <ChosenMark frame={frame} at={at} />}
    </>
  )
}

/** The boat in the middle, its track, and the selected moment. */
const ChooseDrawing = ({ chosen, onPick }: ChooseDrawingProps): JSX.Element => {
  const { trackHistory } = useAnchor()
  const { text } = useLengths()
  const middle = useOwnPlace()?.place ?? chosen
  const away = middle && chosen ? distanceBetween(middle, chosen) : 0
  const pick = (tap: Point, frame: DrawingViewport): void => {
    if (middle === undefined) return
    const index = pickedAt(trackHistory.recorded.value, (point) => {
      const { x, y } = pointAt(frame, offsetFrom(middle, point))
      return Math.hypot(x - tap.x, y - tap.y)
    })
    if (index !== undefined) onPick(index)
  }
  return (
    <div class="anchor-drawing">
      <Drawing
        reach={steppedUp(Math.max(leastReach, away * roomAround))}
        label={t('anchor.drawing.choose')}
        lengthText={text}
        {...(chosen && { onTap: pick })}
      >
        {(frame) => middle && <Layers frame={frame} middle={middle} chosen={chosen} />}
      </Drawing>
      <LastFix />
    </div>
  )
}

type Way = 'rode' | 'track' | 'at' | 'again'

const holdMs = 800
const pollMs = 1_000

const useSet = (): ((asked: Promise<boolean>) => void) => {
  const { step } = useAnchor()
  return (asked) =>
    void asked.then((isDone) => {
      if (isDone) step.value = 'circle'
    })
}

/** Position by the length of the rode. */
const ByRode = (): JSX.Element => {
  const { controller } = useAnchor()
  const set = useSet()
  const draft = useRodeDraft()
  const { toSend } = draft
  const isIdle = controller.disabledReason.value === undefined && controller.busy.value === undefined
  return (
    <>
      <RodePart draft={draft} />
      <button
        type="button"
        class="button strong anchor-big"
        data-testid="anchor-set-rode"
        disabled={!isIdle || toSend === undefined}
        onClick={() => toSend !== undefined && set(controller.reposition(toSend.rode, toSend.depth))}
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

const clockText = (time: string): string => timeOfDay(Date.parse(time))

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

/** Reads the track immediately instead of waiting for the next poll. */
const useTrack = (): readonly TrackPoint[] => {
  const { trackHistory } = useAnchor()
  useEffect(() => {
    const poll = (): void => {
      if (trackHistory.recorded.peek().length === 0) void trackHistory.readTrack()
    }
    poll()
    const polling = setInterval(poll, pollMs)
    return () => clearInterval(polling)
  }, [])
  return trackHistory.recorded.value
}

/** Position by a moment of the track. */
const ByTrack = ({ index, onIndex }: Chosen): JSX.Element => {
  const { controller } = useAnchor()
  const set = useSet()
  const track = useTrack()
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
        disabled={controller.disabledReason.value !== undefined || controller.busy.value !== undefined}
        onClick={() => set(controller.setFromTrack(time))}
      >
        {t('anchor.setTrack')}
      </button>
    </>
  )
}

/** Position by bearing and distance from the boat. */
const BySpot = ({ draft }: { readonly draft: SpotDraft }): JSX.Element => {
  const { controller } = useAnchor()
  const set = useSet()
  const { toSend } = draft
  const isIdle = controller.disabledReason.value === undefined && controller.busy.value === undefined
  return (
    <>
      <SpotPart draft={draft} />
      <HoldButton
        ms={holdMs}
        class="strong anchor-big"
        testId="anchor-set-at"
        disabled={!isIdle || toSend === undefined}
        onHeld={() => toSend !== undefined && set(controller.setAt(toSend))}
      >
        {t('anchor.setAt')} <small>{t('anchor.hold')}</small>
      </HoldButton>
    </>
  )
}

/** The anchor was raised and dropped again. */
const Again = (): JSX.Element => {
  const { controller, step } = useAnchor()
  return (
    <HoldButton
      ms={holdMs}
      class="strong anchor-big"
      testId="anchor-drop-again"
      disabled={controller.disabledReason.value !== undefined}
      onHeld={() => void controller.drop().then((isDone) => isDone && (step.value = 'none'))}
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
  const { controller } = useAnchor()
  const ways: readonly Way[] = [
    'rode',
    'track',
    'at',
    ...(controller.isDown.value ? (['again'] as const) : []),
  ]
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

/** Asks where the anchor is, in one of four ways. */
export const ChooseView = (): JSX.Element => {
  const { trackHistory } = useAnchor()
  const asked = placeInRoute(useConsole().router.route.value.rest)
  const [way, setWay] = useState<Way>(asked === undefined ? 'rode' : 'at')
  const draft = useSpotDraft(asked)
  const [picked, setPicked] = useState<number | undefined>(undefined)
  const track = trackHistory.recorded.value
  const index = Math.min(picked ?? track.length - 1, track.length - 1)
  return (
    <Question
      title={t('anchor.choose')}
      testId="anchor-choose"
      drawing={
        way === 'at' ? (
          <SpotDrawing draft={draft} />
        ) : (
          <ChooseDrawing chosen={way === 'track' ? track[index] : undefined} onPick={setPicked} />
        )
      }
      answer={
        <>
          {way === 'rode' && <ByRode />}
          {way === 'track' && <ByTrack index={index} onIndex={setPicked} />}
          {way === 'at' && <BySpot draft={draft} />}
          {way === 'again' && <Again />}
        </>
      }
    >
      <Ways way={way} onWay={setWay} />
      <p class="quiet">{t(`anchor.wayMore.${way}`)}</p>
    </Question>
  )
}
