import type { Metadata } from '@marinedata/model'
import type { FunctionComponent, JSX } from 'preact'
import { useRef } from 'preact/hooks'
import { ControlTile } from './controls/control-tile.tsx'
import { SailDial } from '#dials/sail-dial.tsx'
import type { Tile, TileKind } from './layout.ts'
import { nameOfTile } from './tile-groups.ts'
import { DialTile } from './tiles/dial-tile.tsx'
import { GroupTile } from './tiles/group-tile.tsx'
import { BarTile, FigureTile, GraphTile, type ValueTileProps } from './tiles/value-tiles.tsx'
// In this order: a value in a dial or in a group has a different size than in a separate tile.
import './tiles/tile-frame.css'
import './tiles/value-tiles.css'
import './tiles/dial-tile.css'
import './tiles/group-tile.css'

const tileViews: Readonly<Record<Exclude<TileKind, 'group' | 'sail'>, FunctionComponent<ValueTileProps>>> = {
  number: FigureTile,
  text: FigureTile,
  bar: BarTile,
  graph: GraphTile,
  dial: DialTile,
  control: ControlTile,
}

const noMeta: Metadata = {}

const TileView = ({
  tile,
  metaByPath,
}: Pick<TileGridProps, 'metaByPath'> & { readonly tile: Tile }): JSX.Element => {
  if (tile.kind === 'sail') return <SailDial />
  if (tile.kind === 'group') return <GroupTile tile={tile} metaByPath={metaByPath} />
  const View = tileViews[tile.kind]
  return <View tile={tile} meta={metaByPath.get(tile.path) ?? noMeta} />
}

/** Moving a tile must not draw it again: its pointer capture would be lost. */
const keyByTile = new WeakMap<Tile, string>()
const keyOf = (tile: Tile): string => {
  const known = keyByTile.get(tile)
  if (known !== undefined) return known
  const made = crypto.getRandomValues(new Uint32Array(2)).join('-')
  keyByTile.set(tile, made)
  return made
}

/** Editing of a grid: which tile is chosen, and where tiles are dragged. */
export interface GridEditing {
  readonly chosen: number | undefined
  readonly onChoose: (at: number | undefined) => void
  readonly onMove: (from: number, to: number) => void
}

/** Pixels from the edge of the grid at which a drag scrolls it, and how far. */
const [edge, scrollStep] = [56, 14]

const scrollAtEdge = (grid: HTMLElement, y: number): void => {
  const { top, bottom } = grid.getBoundingClientRect()
  if (y < top + edge) grid.scrollBy(0, -scrollStep)
  else if (y > bottom - edge) grid.scrollBy(0, scrollStep)
}

/** The place of the tile under the pointer. */
const placeAt = ({ clientX, clientY }: PointerEvent): number | undefined => {
  const found = document
    .elementsFromPoint(clientX, clientY)
    .flatMap((element) => (element instanceof HTMLElement ? [element.dataset['at']] : []))
    .find((at) => at !== undefined)
  return found === undefined ? undefined : Number(found)
}

interface TileEditProps extends GridEditing {
  readonly at: number
  readonly name: string
}

/** Covers a tile while the page is edited: a tap selects or deselects the tile, the grip drags it. */
const TileEdit = ({ at, name, chosen, onChoose, onMove }: TileEditProps): JSX.Element => {
  const place = useRef<number | undefined>(undefined)
  return (
    <>
      <button
        type="button"
        class="tile-choose"
        aria-label={name}
        aria-pressed={chosen === at}
        data-testid="tile-choose"
        onClick={() => onChoose(chosen === at ? undefined : at)}
      />
      <span
        class="tile-grip"
        data-testid="tile-grip"
        aria-hidden="true"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          place.current = at
          onChoose(at)
        }}
        onPointerMove={(event) => {
          const from = place.current
          if (from === undefined) return
          const grid = event.currentTarget.closest<HTMLElement>('.tile-grid')
          if (grid !== null) scrollAtEdge(grid, event.clientY)
          const to = placeAt(event)
          if (to === undefined || to === from) return
          place.current = to
          onMove(from, to)
        }}
        onPointerUp={() => (place.current = undefined)}
        onPointerCancel={() => (place.current = undefined)}
      />
    </>
  )
}

interface TileGridProps {
  readonly tiles: readonly Tile[]
  readonly metaByPath: ReadonlyMap<string, Metadata>
  readonly editing?: GridEditing | undefined
}

/** The tiles of a page. They fill the screen, and scroll when they do not fit. */
export const TileGrid = ({ tiles, metaByPath, editing }: TileGridProps): JSX.Element => (
  <div class="tile-grid" data-testid="tile-grid" data-editing={editing !== undefined} tabIndex={0}>
    {tiles.map((tile, at) => {
      const name = nameOfTile(tile, metaByPath.get(tile.path))
      const isOneValue = tile.kind !== 'sail' && tile.kind !== 'group'
      // The keys of a control take the focus themselves.
      const takesFocus = editing === undefined && isOneValue && tile.kind !== 'control'
      return (
        <div
          key={keyOf(tile)}
          class="tile-place"
          role="group"
          aria-label={name}
          tabIndex={takesFocus ? 0 : undefined}
          data-testid="tile"
          data-path={isOneValue ? tile.path : ''}
          data-kind={tile.kind}
          data-width={tile.width}
          data-at={at}
          data-chosen={editing?.chosen === at}
          style={{ gridRow: `span ${tile.height}` }}
        >
          <TileView tile={tile} metaByPath={metaByPath} />
          {editing !== undefined && <TileEdit at={at} name={name} {...editing} />}
        </div>
      )
    })}
  </div>
)
