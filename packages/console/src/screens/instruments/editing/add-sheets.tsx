import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { SearchField } from '#parts/search-field.tsx'
import { Sheet } from '#parts/sheet.tsx'
import { isFound } from '#parts/word-search.ts'
import { t } from '#words/screen-words.ts'
import type { BoatPath } from '#units/boat-paths.ts'
import { nameOfPage } from '../instruments.ts'
import { layoutLimits, type InstrumentPage, type Tile, type TileKind } from '../layout.ts'
import { PathList } from '#parts/path-list.tsx'
import { nameOfPath } from '#units/path-names.ts'
import { kindsFor, presetPages } from '../presets.ts'
import { groupsIn, membersOf, nameOfTile } from '../tile-groups.ts'
import type { PageDraft } from './page-draft.ts'

interface AddSheetProps {
  readonly draft: PageDraft
  readonly paths: readonly BoatPath[]
  readonly onClose: () => void
}

const usualKind = (offered: readonly BoatPath[], path: string): TileKind => {
  const found = offered.find((each) => each.path === path)
  return (found && kindsFor(found, false)[0]) ?? 'number'
}

/** The sailing dial and the groups, which show more than one value. */
const wholeTiles = (offered: readonly BoatPath[]): readonly Pick<Tile, 'kind' | 'path'>[] => [
  { kind: 'sail', path: '' },
  ...groupsIn(offered.map(({ path }) => path)).map((path) => ({ kind: 'group' as const, path })),
]

const membersIn = (path: string, offered: readonly BoatPath[]): readonly string[] =>
  membersOf(path, new Map(offered.map((each) => [each.path, each.meta]))).map(({ name }) => name)

interface WholeTilesProps {
  readonly offered: readonly BoatPath[]
  readonly search: string
  readonly onAdd: (kind: TileKind, path: string) => void
}

const WholeTiles = ({ offered, search, onAdd }: WholeTilesProps): JSX.Element => (
  <>
    {wholeTiles(offered)
      .filter((tile) => isFound(`${tile.path} ${nameOfTile(tile)}`, search))
      .map((tile) => (
        <button
          key={tile.path}
          type="button"
          class="button"
          data-testid={`add-${tile.kind}`}
          data-path={tile.path}
          onClick={() => onAdd(tile.kind, tile.path)}
        >
          <span>{nameOfTile(tile)}</span>
          {tile.kind === 'group' && <small class="quiet">{membersIn(tile.path, offered).join(' · ')}</small>}
        </button>
      ))}
  </>
)

/** Lists what the boat sends. */
export const AddTileSheet = ({ draft, paths, onClose }: AddSheetProps): JSX.Element => {
  const search = useSignal('')
  const offered = paths.filter(({ path }) => path.length <= layoutLimits.pathLength)
  const add = (kind: TileKind, path: string): void => {
    draft.addTile(kind, path)
    onClose()
  }
  return (
    <Sheet title={t('instruments.addTile')} onClose={onClose} testId="add-tile-sheet">
      <SearchField
        value={search.value}
        label={t('instruments.search')}
        testId="add-search"
        onSearch={(text) => (search.value = text)}
      />
      <PathList
        paths={offered.map(({ path, meta }) => ({ path, name: nameOfPath(path, meta) }))}
        search={search.value}
        testId="add-path"
        noMatch={t('instruments.noMatch')}
        onChoose={(path) => add(usualKind(offered, path), path)}
      >
        <WholeTiles offered={offered} search={search.value} onAdd={add} />
      </PathList>
    </Sheet>
  )
}

/** Offers the presets that fit the boat and are not there yet, and an empty page. */
export const AddPageSheet = ({ draft, paths, onClose }: AddSheetProps): JSX.Element => {
  const taken = new Set(draft.pages.value.map(({ id }) => id))
  const add = (page?: InstrumentPage): void => {
    draft.addPage(page)
    onClose()
  }
  return (
    <Sheet title={t('instruments.addPage')} onClose={onClose} testId="add-page-sheet">
      <div class="choice-list">
        {presetPages(paths)
          .filter(({ id }) => !taken.has(id))
          .map((page, at) => (
            <button
              key={page.id}
              type="button"
              class="button"
              data-testid={`add-page-${page.id}`}
              onClick={() => add(page)}
            >
              {nameOfPage(page, at)}
            </button>
          ))}
        <button type="button" class="button" data-testid="add-page-empty" onClick={() => add()}>
          {t('instruments.emptyPage')}
        </button>
      </div>
    </Sheet>
  )
}
