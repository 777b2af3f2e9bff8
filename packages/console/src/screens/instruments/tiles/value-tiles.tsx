import type { Metadata } from '@marinedata/model'
import type { JSX } from 'preact'
import { useBoat } from '#boat/boat.ts'
import { t } from '#words/screen-words.ts'
import type { Tile } from '../layout.ts'
import { graphOf, rangeOf, recentMinutes } from '../recent-values.ts'
import { recorderOf } from '../recorder.ts'
import { placeOn, rangeAt, zoneMarks } from '../scale.ts'
import { TileFigure, TileFrame, zoneWord } from './tile-frame.tsx'
import { useTileReading, type TileReading } from './tile-reading.ts'

export interface ValueTileProps {
  readonly tile: Tile
  readonly meta: Metadata
  /** In place of the name of the path. */
  readonly name?: string
}

const graphSize = { width: 200, height: 60 }
/** The smallest range of a graph, as a share of the value. */
const leastShare = 0.05

/** The last minutes of a value, behind its figure. It is drawn again with each sample, without the rest of the tile. */
const Sparkline = ({ tile, reading }: ValueTileProps & { readonly reading: TileReading }): JSX.Element => {
  const { recent, sampledAt } = recorderOf(useBoat())
  const now = sampledAt.value
  const { quantity } = reading.display.value
  const stretches = recent.stretches(tile.path, now, quantity === 'bearing' || quantity === 'windAngle')
  const leastRange = Math.max(Math.abs(rangeOf(stretches)?.most ?? 0) * leastShare, 1e-9)
  const { line } = graphOf(stretches, { now, leastRange, ...graphSize })
  return (
    <svg
      class="spark"
      viewBox={`0 0 ${graphSize.width} ${graphSize.height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      data-testid="tile-spark"
    >
      <path d={line} />
    </svg>
  )
}

/** A figure, or a text. */
export const FigureTile = (props: ValueTileProps): JSX.Element => {
  const reading = useTileReading(props.tile.path, props.meta)
  return (
    <TileFrame {...props} reading={reading}>
      {props.tile.kind === 'number' && <Sparkline {...props} reading={reading} />}
      <div class="tile-room">
        <TileFigure {...props} reading={reading} />
      </div>
    </TileFrame>
  )
}

const percent = (share: number): string => `${(share * 100).toFixed(1)}%`

/** A figure above a bar with its zones. Beyond the scale the bar is empty and says so. */
export const BarTile = (props: ValueTileProps): JSX.Element => {
  const { tile, meta } = props
  const reading = useTileReading(tile.path, meta)
  const range = rangeAt(tile.path, meta)
  const { share, isBeyond } = placeOn(range, reading.number.value)
  return (
    <TileFrame {...props} reading={reading}>
      <div class="tile-room">
        <TileFigure {...props} reading={reading} />
      </div>
      <div class="bar" data-testid="tile-bar">
        {share !== undefined && <i class="bar-fill" style={{ width: percent(share) }} />}
        {range !== undefined &&
          zoneMarks(range, meta).map(({ from, to, state }) => (
            <i
              key={`${state} ${from}`}
              class="bar-zone"
              data-zone={state}
              title={zoneWord(state)}
              style={{ left: percent(from), width: percent(to - from) }}
            />
          ))}
        {isBeyond && <span class="bar-beyond">{t('instruments.beyond')}</span>}
      </div>
    </TileFrame>
  )
}

/** A figure above the graph of the last minutes. */
export const GraphTile = (props: ValueTileProps): JSX.Element => {
  const { tile, meta } = props
  const boat = useBoat()
  const reading = useTileReading(tile.path, meta)
  const { recent, sampledAt } = recorderOf(boat)
  const now = sampledAt.value
  const { quantity } = reading.display.value
  const stretches = recent.stretches(tile.path, now, quantity === 'bearing' || quantity === 'windAngle')
  const range = rangeOf(stretches)
  const leastRange = Math.max(Math.abs(range?.most ?? 0) * leastShare, 1e-9)
  const { line, area } = graphOf(stretches, { now, leastRange, ...graphSize })
  const { textOf } = reading.display.value
  return (
    <TileFrame {...props} reading={reading}>
      <div class="tile-room">
        <TileFigure {...props} reading={reading} />
      </div>
      <svg
        class="graph"
        viewBox={`0 0 ${graphSize.width} ${graphSize.height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('instruments.recent', { minutes: recentMinutes })}
        data-testid="tile-graph"
      >
        <path class="graph-area" d={area} />
        <path class="graph-line" d={line} />
      </svg>
      <footer>
        <span>{t('instruments.recent', { minutes: recentMinutes })}</span>
        {range !== undefined && (
          <span>
            {t('instruments.range', { least: textOf(range.least).text, most: textOf(range.most).text })}
          </span>
        )}
      </footer>
    </TileFrame>
  )
}
