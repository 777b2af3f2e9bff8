import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { Sheet } from '#parts/sheet.tsx'
import { t } from '#words/screen-words.ts'
import type { BoatPath } from '../boat-paths.ts'
import { nameOfPage } from '../instruments.ts'
import { layoutLimits, type InstrumentPage, type TileKind } from '../layout.ts'
import { nameOfPath } from '../path-names.ts'
import { kindsFor, presetPages } from '../presets.ts'
import type { PageDraft } from './page-draft.ts'

interface AddSheetProps {
  readonly draft: PageDraft
  readonly paths: readonly BoatPath[]
  readonly onClose: () => void
}

/** More than a thumb scrolls through. */
const mostListed = 60

const isFound = (path: BoatPath, words: readonly string[]): boolean => {
  const text = `${path.path} ${nameOfPath(path.path, path.meta)}`.toLowerCase()
  return words.every((word) => text.includes(word))
}

interface ListProps {
  readonly found: readonly BoatPath[]
  readonly onAdd: (kind: TileKind, path: string) => void
}

const FoundPaths = ({ found, onAdd }: ListProps): JSX.Element => (
  <>
    {found.slice(0, mostListed).map((path) => (
      <button
        key={path.path}
        type="button"
        class="button"
        data-testid="add-path"
        data-path={path.path}
        onClick={() => onAdd(kindsFor(path, false)[0] ?? 'number', path.path)}
      >
        <span>{nameOfPath(path.path, path.meta)}</span>
        <small class="quiet">{path.path}</small>
      </button>
    ))}
    {found.length === 0 && <p class="quiet">{t('instruments.noMatch')}</p>}
    {found.length > mostListed && (
      <p class="quiet">{t('instruments.more', { count: found.length - mostListed })}</p>
    )}
  </>
)

/** Lists what the boat sends. */
export const AddTileSheet = ({ draft, paths, onClose }: AddSheetProps): JSX.Element => {
  const search = useSignal('')
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean)
  const found = paths.filter((path) => path.path.length <= layoutLimits.pathLength && isFound(path, words))
  const add = (kind: TileKind, path: string): void => {
    draft.addTile(kind, path)
    onClose()
  }
  return (
    <Sheet title={t('instruments.addTile')} onClose={onClose} testId="add-tile-sheet">
      <input
        type="search"
        class="add-search"
        value={search.value}
        placeholder={t('instruments.search')}
        aria-label={t('instruments.search')}
        data-testid="add-search"
        onInput={({ currentTarget }) => (search.value = currentTarget.value)}
      />
      <div class="add-list">
        {words.length === 0 && (
          <button type="button" class="button" data-testid="add-sail" onClick={() => add('sail', '')}>
            {t('instruments.kind.sail')}
          </button>
        )}
        <FoundPaths found={found} onAdd={add} />
      </div>
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
      <div class="add-list">
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
