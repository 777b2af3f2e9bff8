import { trackGapMs } from '@marinedata/model'
import { useComputed, type ReadonlySignal } from '@preact/signals'
import type { JSX } from 'preact'
import { useConsole } from '#page/console-context.ts'
import { useBoat } from '#boat/boat.ts'
import { ageOf, placeIn } from '#boat/values.ts'
import { shown } from '#units/quantities.ts'
import { t } from '#words/screen-words.ts'
import type { HistoryModel } from '../state/history-model.ts'
import { boxAround, pointAt, Projection, roundLength, shownPoints, type PlottedPoint } from './track-shape.ts'

interface Shape {
  readonly points: readonly PlottedPoint[]
  /** The drawing command of each point: a line to it, or a move after a gap. */
  readonly texts: readonly string[]
  /** Points separated by more milliseconds have no line between them. */
  readonly gapMs: number
  readonly anchor: Omit<PlottedPoint, 'at'> | undefined
}

/** The recorded track, continued to the present position while the time is followed. */
const useShape = (model: HistoryModel, hasAnchor: boolean): ReadonlySignal<Shape> => {
  const { values, link } = useBoat()
  return useComputed(() => {
    const { points: track, tolerance } = model.track.value
    const { points: recorded, step } = shownPoints(track, model.window.value)
    const gapMs = trackGapMs(tolerance) * step
    const reading = model.view.value.end === 'now' ? values.of('navigation.position').value : undefined
    const isFresh = ageOf(reading, performance.now(), link.isLost.value) === 'fresh'
    const here = isFresh ? placeIn(reading) : undefined
    const places = recorded.map(([at, latitude, longitude]) => ({ at, latitude, longitude }))
    if (here !== undefined) places.push({ at: model.now.value, ...here })
    const anchor = hasAnchor ? placeIn(values.of('navigation.anchor.position').value) : undefined
    const projection = new Projection(anchor ?? places[0] ?? { latitude: 0, longitude: 0 })
    const points = places.map((place) => ({ at: place.at, ...projection.of(place) }))
    return {
      points,
      texts: points.map(
        ({ at, x, y }, index) => `${commandTo(points[index - 1], at, gapMs)}${x.toFixed(1)} ${y.toFixed(1)}`,
      ),
      gapMs,
      anchor: anchor && projection.of(anchor),
    }
  })
}

/** There is no line across a time without positions. */
const commandTo = (last: PlottedPoint | undefined, at: number, gapMs: number): 'M' | 'L' =>
  last === undefined || at - last.at > gapMs ? 'M' : 'L'

interface MarkProps {
  readonly model: HistoryModel
  readonly shape: Shape
  /** In metres. */
  readonly size: number
}

/** The way up to the scrubber, and the boat there. */
const PastWay = ({ model, shape, size }: MarkProps): JSX.Element => {
  const moment = model.moment.value
  const count = shape.points.findLastIndex(({ at }) => at <= moment) + 1
  const boat = pointAt(shape.points, moment)
  const end = boat && `${boat.x.toFixed(1)} ${boat.y.toFixed(1)}`
  return (
    <>
      <path
        class="track-past"
        d={`${shape.texts.slice(0, count).join('')}${end === undefined ? '' : commandTo(shape.points[count - 1], moment, shape.gapMs) + end}`}
      />
      {boat !== undefined && (
        <g
          data-testid="track-boat"
          data-place={end}
          transform={`translate(${end}) rotate(${(((boat.course ?? 0) * 180) / Math.PI).toFixed(1)}) scale(${size})`}
        >
          <path
            class="track-boat"
            d={boat.course === undefined ? 'M-.5 0a.5.5 0 1 0 1 0a.5.5 0 1 0-1 0' : 'M0-1L.65.9 0 .45-.65.9z'}
          />
        </g>
      )}
    </>
  )
}

interface TrackProps {
  readonly model: HistoryModel
  readonly hasAnchor: boolean
}

const TrackPicture = ({ model, shape }: Pick<MarkProps, 'model' | 'shape'>): JSX.Element => {
  const { preferences } = useConsole()
  const { anchor, points, texts } = shape
  const { x, y, width, height } = boxAround(anchor === undefined ? points : [...points, anchor])
  const length = roundLength(width / 3)
  const { text, unit } = shown(length < 1_000 ? 'length' : 'distance', length, preferences.units.value)
  const size = Math.max(width, height) / 24
  return (
    <>
      <svg viewBox={`${x} ${y} ${width} ${height}`} role="img" aria-label={t('history.track')}>
        <path class="track-way" d={texts.join('')} />
        {anchor !== undefined && <circle class="track-anchor" cx={anchor.x} cy={anchor.y} r={size / 2} />}
        <path class="track-length" d={`M${x + width * 0.04} ${y + height * 0.97}h${length}`} />
        <PastWay model={model} shape={shape} size={size} />
      </svg>
      <figcaption>
        <span>{t('history.trackScale', { length: `${text} ${unit}` })}</span>
        <span>{t('history.northUp')}</span>
      </figcaption>
    </>
  )
}

/** A small drawing of the track, north up, with the boat at the scrubber. */
export const TrackDrawing = ({ model, hasAnchor }: TrackProps): JSX.Element => {
  const shape = useShape(model, hasAnchor).value
  const count = shape.points.length
  return (
    <figure class="history-track" data-testid="history-track" data-points={count}>
      {count === 0 ? (
        <figcaption class="quiet">{t('history.noTrack')}</figcaption>
      ) : (
        <TrackPicture model={model} shape={shape} />
      )}
    </figure>
  )
}
