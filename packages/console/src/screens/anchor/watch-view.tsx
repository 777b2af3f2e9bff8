import { dashes } from '#units/quantities.ts'
import type { JSX, ComponentChildren } from 'preact'
import { clampedRadius } from '#alerts/alert.ts'
import { ExtendButton } from '#alerts/extend-button.tsx'
import { hrefOf } from '#page/router.ts'
import { useBoat } from '#boat/boat.ts'
import type { Place } from '#boat/values.ts'
import { HoldButton } from '#parts/hold-button.tsx'
import { t } from '#words/screen-words.ts'
import { useAnchor, useLengths } from './anchor-context.ts'
import {
  Drawing,
  AnchorMark,
  Ring,
  TrackLine,
  WantedRing,
  WindMark,
  OwnBoat,
  useHull,
  useOwnPlace,
} from './drawing/drawing.tsx'
import { Neighbours } from './drawing/neighbours.tsx'
import { FigureTile, type FigureName } from './figure-tiles.tsx'
import { distanceOf, fillOf, leastTapped, rodeOf, windDirectionOf, steppedRadius } from './figures.ts'
import { reachOf, type DrawingViewport, distanceBetween } from './drawing/plane.ts'
import { LastFix, BowButton, Problem, Undo, Status, AlarmDeviceList } from './status.tsx'
import { circleTone, stepFrom } from './watch-state.ts'

/** Distance to the anchor relative to the radius. Empty if unknown. */
const DistanceBar = (): JSX.Element => {
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

const middle = { east: 0, north: 0 }

/** Farthest distance of boat and track, including the length of the boat. */
const useFarthest = (anchor: Place): number => {
  const { trackHistory } = useAnchor()
  const own = useOwnPlace()
  const { length = 0 } = useHull()
  const past = trackHistory.track.value.reduce(
    (most, point) => Math.max(most, distanceBetween(anchor, point)),
    0,
  )
  const now = own === undefined ? 0 : distanceBetween(anchor, own.place) + length
  return Math.max(past, now)
}

interface LayersProps {
  readonly frame: DrawingViewport
  readonly anchor: Place
}

const Layers = ({ frame, anchor }: LayersProps): JSX.Element => {
  const boat = useBoat()
  const { controller, trackHistory, preview } = useAnchor()
  const limit = controller.limit.value
  const wanted = preview.value ?? controller.pendingRadius.value?.wanted
  const wind = windDirectionOf(boat)
  return (
    <>
      {limit !== undefined && (
        <Ring
          frame={frame}
          metres={limit}
          tone={circleTone(controller.watchState.value, fillOf(distanceOf(boat).value ?? 0, limit))}
        />
      )}
      {wanted !== undefined && <WantedRing frame={frame} metres={wanted} />}
      <TrackLine frame={frame} from={anchor} track={trackHistory.track.value} now={boat.now.value} />
      {wind.value !== undefined && wind.age === 'fresh' && <WindMark frame={frame} direction={wind.value} />}
      <Neighbours frame={frame} from={anchor} />
      <AnchorMark frame={frame} at={middle} />
      <OwnBoat frame={frame} from={anchor} hasRode />
    </>
  )
}

/** The anchor in the middle, the circle around it, and the boat on its rode. */
const AnchorDrawing = ({ anchor }: { readonly anchor: Place }): JSX.Element => {
  const { controller, preview } = useAnchor()
  const { text } = useLengths()
  const ring = Math.max(
    controller.limit.value ?? 0,
    preview.value ?? 0,
    controller.pendingRadius.value?.wanted ?? 0,
  )
  const reach = reachOf({ ring, farthest: useFarthest(anchor) })
  return (
    <Drawing reach={reach} label={t('anchor.drawing.watch')} lengthText={text}>
      {(frame) => <Layers frame={frame} anchor={anchor} />}
    </Drawing>
  )
}

export const WatchDrawing = ({ children }: { readonly children?: ComponentChildren }): JSX.Element => {
  const anchor = useAnchor().controller.place.value
  return (
    <div class="anchor-drawing">
      {anchor && <AnchorDrawing anchor={anchor} />}
      <LastFix />
      {children}
    </div>
  )
}

const holdMs = 800

const StepButton = ({ direction }: { readonly direction: 1 | -1 }): JSX.Element => {
  const { controller } = useAnchor()
  const { unit } = useLengths()
  const limit = controller.limit.value
  const least = leastTapped(rodeOf(useBoat()).value)
  const from = limit === undefined ? undefined : stepFrom(controller.pendingRadius.value, limit)
  const isLeast = direction < 0 && from !== undefined && from <= least
  const press = (): void => {
    if (from === undefined || isLeast) return
    const wanted = clampedRadius(steppedRadius(from, direction, unit))
    void controller.askRadius(direction < 0 ? Math.max(least, wanted) : wanted)
  }
  const word = direction > 0 ? 'anchor.more' : 'anchor.less'
  return (
    <button
      type="button"
      class="button"
      data-testid={direction > 0 ? 'anchor-radius-more' : 'anchor-radius-less'}
      aria-label={t(word, { label: t('anchor.radius'), step: unit.step, unit: unit.unit })}
      disabled={controller.disabledReason.value !== undefined || limit === undefined || isLeast}
      title={isLeast ? t('anchor.least') : undefined}
      onClick={press}
    >
      {direction > 0 ? '+' : '−'}
      {unit.step} {unit.unit}
    </button>
  )
}

/** The watched and the requested radius, always shown separately. */
const RadiusWords = (): JSX.Element => {
  const { controller } = useAnchor()
  const { text } = useLengths()
  const limit = controller.limit.value
  const pendingRadius = controller.pendingRadius.value
  const held = limit === undefined ? dashes : text(limit)
  if (pendingRadius === undefined)
    return (
      <>
        <b>{held}</b>
        <small>{t('anchor.radius')}</small>
      </>
    )
  return (
    <>
      <b>
        {held} <span class="anchor-wanted">▸ {text(pendingRadius.wanted)}</span>
      </b>
      <small class={pendingRadius.phase === 'unconfirmed' ? 'anchor-unconfirmed' : ''}>
        {t(`anchor.pending.${pendingRadius.phase}`)}
      </small>
    </>
  )
}

/** Changes the radius by steps or by number. */
const RadiusRow = (): JSX.Element => {
  const { controller, step } = useAnchor()
  return (
    <div class="anchor-radius" role="group" aria-label={t('anchor.radius')}>
      <StepButton direction={-1} />
      <button
        type="button"
        class="button plain anchor-radius-value"
        data-testid="anchor-radius"
        data-wish={controller.pendingRadius.value?.phase}
        data-age={controller.watchState.value === 'lost' ? 'stale' : 'fresh'}
        disabled={controller.disabledReason.value !== undefined}
        onClick={() => (step.value = 'circle')}
      >
        <RadiusWords />
      </button>
      <StepButton direction={1} />
    </div>
  )
}

/** Extends the circle, with a preview in the drawing. */
const Extend = (): JSX.Element => {
  const { controller, preview } = useAnchor()
  return (
    <ExtendButton
      testId="anchor-extend"
      isBlocked={controller.disabledReason.value !== undefined}
      onExtend={(radius) => void controller.askRadius(radius)}
      onPreview={(radius) => (preview.value = radius)}
    />
  )
}

const RaiseButton = (): JSX.Element => {
  const { controller } = useAnchor()
  return (
    <HoldButton
      ms={holdMs}
      testId="anchor-raise"
      disabled={controller.disabledReason.value !== undefined}
      onHeld={() => void controller.raise()}
    >
      <span>
        {t('anchor.raise')}
        <small>{t('anchor.hold')}</small>
      </span>
    </HoldButton>
  )
}

/** Asks for the rode after a drop; later opens the anchor position. */
const MoveButton = (): JSX.Element => {
  const { controller, step } = useAnchor()
  const isSetting = controller.state.value === 'setting'
  return (
    <button
      type="button"
      class={`button ${isSetting ? 'strong' : ''}`}
      data-testid={isSetting ? 'anchor-rode-out' : 'anchor-move'}
      disabled={controller.disabledReason.value !== undefined}
      onClick={() => (step.value = isSetting ? 'circle' : 'choose')}
    >
      {t(isSetting ? 'anchor.askRode' : 'anchor.move')}
    </button>
  )
}

/** The track and the wind since the anchor went down. */
const ReplayLink = (): JSX.Element | null => {
  const since = useAnchor().controller.report.value?.since
  return typeof since !== 'string' ? null : (
    <a class="button" href={hrefOf('history', `anchor/${since}`)} data-testid="anchor-replay">
      {t('anchor.replay')}
    </a>
  )
}

const figures: readonly FigureName[] = ['bearing', 'depth', 'rode', 'scope', 'wind']

/** The anchor is down: position of the boat, alarm devices and controls. */
export const WatchView = (): JSX.Element => {
  return (
    <>
      <WatchDrawing>
        <BowButton />
      </WatchDrawing>
      <div class="anchor-panel" data-testid="anchor-watch">
        <Status />
        <DistanceBar />
        <div class="anchor-figures">
          {figures.map((name) => (
            <FigureTile key={name} name={name} />
          ))}
        </div>
        <AlarmDeviceList />
        <Problem />
        <Undo />
        <RadiusRow />
        <div class="anchor-actions">
          <MoveButton />
          <Extend />
          <RaiseButton />
        </div>
        <ReplayLink />
      </div>
    </>
  )
}
