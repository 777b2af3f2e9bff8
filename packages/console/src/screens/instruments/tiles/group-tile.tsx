import type { Metadata } from '@marinedata/model'
import type { JSX } from 'preact'
import { newTile, type Tile } from '../layout.ts'
import { membersOf, nameOfTile } from '../tile-groups.ts'
import { FigureTile } from './value-tiles.tsx'

interface GroupTileProps {
  readonly tile: Tile
  readonly metaByPath: ReadonlyMap<string, Metadata>
}

/** Values that belong together. Each has its own age, side and zone, and its own history on a long press. */
export const GroupTile = ({ tile, metaByPath }: GroupTileProps): JSX.Element => (
  <div class="group" data-testid={`group-${tile.path}`}>
    <header>{nameOfTile(tile)}</header>
    <div class="group-cells">
      {membersOf(tile.path, metaByPath).map(({ path, name, meta, isText }) => (
        <div key={path} class="tile-place" data-width="1" data-path={path}>
          <FigureTile tile={newTile(isText ? 'text' : 'group', path)} meta={meta} name={name} />
        </div>
      ))}
    </div>
  </div>
)
