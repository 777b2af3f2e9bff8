import { ageText } from '#words/durations.ts'
import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { useConsole } from '#page/console-context.ts'
import { useBoat } from '#boat/boat.ts'
import { ageOf, numberIn } from '#boat/values.ts'
import { shown } from '#units/quantities.ts'
import { t } from '#words/screen-words.ts'
import { dateText } from '#words/words.ts'
import { useAnchor, useLengths } from './anchor-context.ts'
import {
  Drawing,
  AnchorMark,
  TrackLine,
  WindMark,
  OwnBoat,
  useHull,
  useOwnPlace,
} from './drawing/drawing.tsx'
import { FigureTile, BigFigure, type FigureName } from './figure-tiles.tsx'
import { fastestDrop, headingOf, windDirectionOf } from './figures.ts'
import { moved } from './drawing/plane.ts'
import { BowButton, Problem, LastFix, Status, AlarmDeviceList, Undo } from './status.tsx'
import type { Stay } from './track-history.ts'

const idleReach = 45

/** The boat in the middle, and where the anchor would drop. */
const IdleDrawing = (): JSX.Element => {
  const boat = useBoat()
  const { trackHistory } = useAnchor()
  const own = useOwnPlace()
  const { fromBow = 0 } = useHull()
  const { text } = useLengths()
  const heading = headingOf(boat).value
  const wind = windDirectionOf(boat)
  const bow = moved({ east: 0, north: 0 }, heading ?? 0, heading === undefined ? 0 : fromBow)
  return (
    <div class="anchor-drawing">
      <Drawing reach={idleReach} label={t('anchor.drawing.idle')} lengthText={text}>
        {(frame) =>
          own && (
            <>
              <TrackLine
                frame={frame}
                from={own.place}
                track={trackHistory.track.value}
                now={boat.now.value}
              />
              {wind.value !== undefined && wind.age === 'fresh' && (
                <WindMark frame={frame} direction={wind.value} />
              )}
              <OwnBoat frame={frame} from={own.place} hasRode={false} />
              {!own.isOld && <AnchorMark frame={frame} at={bow} isGhost />}
            </>
          )
        }
      </Drawing>
      <LastFix />
      <BowButton />
    </div>
  )
}

/** Speed over ground if the boat is too fast to anchor; metres per second. */
const useTooFast = (): number | undefined => {
  const { values, now, link } = useBoat()
  const reading = values.of('navigation.speedOverGround').value
  if (ageOf(reading, now.value, link.isLost.value) === 'dead') return undefined
  const speed = numberIn(reading)
  return speed !== undefined && speed > fastestDrop ? speed : undefined
}

const asksMs = 5_000

/** A question that the next press answers, until it is forgotten. */
const useQuestion = (isNeeded: boolean): { readonly isAsking: boolean; readonly press: () => boolean } => {
  const [isAsking, setAsking] = useState(false)
  useEffect(() => {
    if (!isAsking) return undefined
    const forgetting = setTimeout(() => setAsking(false), asksMs)
    return () => clearTimeout(forgetting)
  }, [isAsking])
  const press = (): boolean => {
    const isAnswered = isAsking || !isNeeded
    setAsking(!isAnswered)
    return isAnswered
  }
  return { isAsking: isAsking && isNeeded, press }
}

/** Drops with one tap; can be undone. At speed it asks first. */
const DropButton = (): JSX.Element => {
  const { controller } = useAnchor()
  const { preferences } = useConsole()
  const own = useOwnPlace()
  const speed = useTooFast()
  const { isAsking, press } = useQuestion(speed !== undefined)
  const hasFix = own !== undefined && !own.isOld
  const isBusy = controller.busy.value === 'drop'
  const { text, unit } = shown('speed', speed ?? 0, preferences.units.value)
  return (
    <button
      type="button"
      class={`button strong anchor-drop ${isAsking ? 'is-asking' : ''}`}
      data-testid="anchor-drop"
      data-asking={isAsking}
      disabled={
        controller.disabledReason.value !== undefined || !hasFix || controller.busy.value !== undefined
      }
      onClick={() => press() && void controller.drop()}
    >
      <strong>{t(isBusy ? 'anchor.dropping' : isAsking ? 'anchor.dropAnyway' : 'anchor.drop')}</strong>
      <small>
        {speed === undefined
          ? t(hasFix ? 'anchor.dropWhere' : 'anchor.dropNeedsFix')
          : t('anchor.dropFast', { speed: `${text} ${unit}` })}
      </small>
    </button>
  )
}

const shownStays = 3

const StayLine = ({ stay }: { readonly stay: Stay }): JSX.Element => {
  const { text } = useLengths()
  const when = dateText(Date.parse(stay.from))
  const time = ageText(Date.parse(stay.to) - Date.parse(stay.from))
  return (
    <li data-testid="anchor-stay">
      {t('anchor.stay', { when, time, farthest: text(stay.farthest), limit: text(stay.maxRadius) })}
    </li>
  )
}

const Stays = (): JSX.Element | null => {
  const stays = useAnchor().trackHistory.stays.value.slice(0, shownStays)
  if (stays.length === 0) return null
  return (
    <section class="anchor-stays small quiet">
      <h3>{t('anchor.stays')}</h3>
      <ul>
        {stays.map((stay) => (
          <StayLine key={stay.from} stay={stay} />
        ))}
      </ul>
    </section>
  )
}

/** The anchor is up: drop it now, or enter where it already is. */
export const IdleView = (): JSX.Element => {
  const { controller, step } = useAnchor()
  return (
    <>
      <IdleDrawing />
      <div class="anchor-panel">
        <Status />
        <div class="anchor-figures is-short">
          <FigureTile name="depth" />
          <FigureTile name="wind" />
        </div>
        <Stays />
        <AlarmDeviceList />
        <Problem />
        <DropButton />
        <div class="anchor-actions">
          <button
            type="button"
            class="button"
            data-testid="anchor-already"
            disabled={controller.disabledReason.value !== undefined}
            onClick={() => (step.value = 'choose')}
          >
            {t('anchor.already')}
          </button>
        </div>
      </div>
    </>
  )
}

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
