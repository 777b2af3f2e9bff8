import type { JSX } from 'preact'
import { t } from '#words/screen-words.ts'
import { placeOn, rangeAt, shareOf, ticksOf, zoneMarks, type Range } from '../scale.ts'
import { TileFigure, TileFrame, zoneWord } from './tile-frame.tsx'
import { useTileReading, type TileReading } from './tile-reading.ts'
import type { ValueTileProps } from './value-tiles.tsx'

/** The scale runs from 120° to port to 120° to starboard of the top. */
const sweep = 240
const radii = { outer: 90, inner: 80, zone: 94, labels: 63 } as const

const round = (value: number): number => Math.round(value * 10) / 10

const pointAt = (share: number, radius: number): readonly [x: number, y: number] => {
  const angle = ((share - 0.5) * sweep * Math.PI) / 180
  return [round(Math.sin(angle) * radius), round(-Math.cos(angle) * radius)]
}

/** An arc between two shares of the scale. */
const arc = (from: number, to: number, radius: number): string => {
  const [[x, y], [toX, toY]] = [pointAt(from, radius), pointAt(to, radius)]
  return `M${x} ${y}A${radius} ${radius} 0 ${(to - from) * sweep > 180 ? 1 : 0} 1 ${toX} ${toY}`
}

const middle = (radii.outer + radii.inner) / 2

interface ScaleProps extends ValueTileProps {
  readonly range: Range
  readonly reading: TileReading
}

/** Ticks, figures and zones. */
const Scale = ({ range, meta, reading }: ScaleProps): JSX.Element => (
  <>
    <path class="gauge-track" d={arc(0, 1, middle)} />
    {zoneMarks(range, meta).map(({ from, to, state }) => (
      <path key={`${state} ${from}`} class="gauge-zone" data-zone={state} d={arc(from, to, radii.zone)}>
        <title>{zoneWord(state)}</title>
      </path>
    ))}
    {ticksOf(range, reading.display.value).map(({ share, text }) => {
      const [[x, y], [toX, toY]] = [pointAt(share, radii.outer), pointAt(share, radii.inner)]
      const [labelX, labelY] = pointAt(share, radii.labels)
      return (
        <g key={text}>
          <path class="gauge-tick" d={`M${x} ${y}L${toX} ${toY}`} />
          <text x={labelX} y={labelY}>
            {text}
          </text>
        </g>
      )
    })}
  </>
)

/** From where the coloured arc starts: zero, or the lower end. */
const originOf = (range: Range): number => shareOf(range, 0) ?? 0

/** The arc up to the value, and the needle. */
const Needle = ({ range, share }: { readonly range: Range; readonly share: number }): JSX.Element => {
  const origin = originOf(range)
  return (
    <>
      <path class="gauge-fill" d={arc(Math.min(origin, share), Math.max(origin, share), middle)} />
      <path class="gauge-needle" d="M0 -98V-74" transform={`rotate(${round((share - 0.5) * sweep)})`} />
    </>
  )
}

/** A round instrument with zones. Without a scale it is a figure; beyond the scale the needle is hidden. */
export const DialTile = (props: ValueTileProps): JSX.Element => {
  const { tile, meta } = props
  const reading = useTileReading(tile.path, meta)
  const range = rangeAt(tile.path, meta)
  const { share, isBeyond } = placeOn(range, reading.number.value)
  return (
    <TileFrame {...props} reading={reading}>
      <div class="gauge-place">
        <div class="gauge-box">
          {range !== undefined && (
            <svg class="gauge" viewBox="-102 -102 204 164" aria-hidden="true">
              <Scale {...props} range={range} reading={reading} />
              {share !== undefined && <Needle range={range} share={share} />}
            </svg>
          )}
          <div class="gauge-figure">
            <TileFigure {...props} reading={reading} />
            {isBeyond && <span class="gauge-beyond">{t('instruments.beyond')}</span>}
          </div>
        </div>
      </div>
    </TileFrame>
  )
}
