import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { useConsole } from '#page/console-context.ts'
import { ConfirmButton } from '#parts/confirm-button.tsx'
import { Tabs } from '#parts/tabs.tsx'
import { t, type WordKey } from '#words/screen-words.ts'
import { nameOfPage, tabsOf, useTileValues, type Instruments } from '../instruments.ts'
import { layoutLimits, storedPages, type InstrumentPage } from '../layout.ts'
import { TileGrid } from '../tile-grid.tsx'
import { AddPageSheet, AddTileSheet } from './add-sheets.tsx'
import { PageDraft } from './page-draft.ts'
import { TileTools } from './tile-tools.tsx'
import '#parts/search-field.css'
import './editing.css'

interface DraftProps {
  readonly draft: PageDraft
}

const DraftTabs = ({ draft }: DraftProps): JSX.Element => (
  <Tabs
    label={t('instruments.pages')}
    tabs={tabsOf(draft.pages.value)}
    chosen={draft.page.value.id}
    testIds="page-"
    onChoose={(id) => draft.show(id)}
  />
)

interface PageToolsProps extends DraftProps {
  readonly onAdd: (sheet: 'tile' | 'page') => void
  readonly onReset: (() => void) | undefined
}

interface AddButtonProps {
  readonly word: WordKey
  readonly testId: string
  readonly isFull: boolean
  readonly onAdd: () => void
}

const AddButton = ({ word, testId, isFull, onAdd }: AddButtonProps): JSX.Element => (
  <button type="button" class="button" data-testid={testId} disabled={isFull} onClick={onAdd}>
    + {t(word)}
  </button>
)

const PageName = ({ draft }: DraftProps): JSX.Element => {
  const page = draft.page.value
  return (
    <input
      class="text-field"
      value={page.name}
      maxLength={layoutLimits.nameLength}
      placeholder={nameOfPage({ ...page, name: '' }, draft.pages.value.indexOf(page))}
      aria-label={t('instruments.pageName')}
      data-testid="page-name"
      onInput={({ currentTarget }) => draft.rename(currentTarget.value)}
    />
  )
}

/** Name, new tiles and pages. */
const PageTools = ({ draft, onAdd, onReset }: PageToolsProps): JSX.Element => (
  <div class="edit-row">
    <AddButton
      word="instruments.addTile"
      testId="add-tile"
      isFull={draft.isPageFull}
      onAdd={() => onAdd('tile')}
    />
    <AddButton
      word="instruments.addPage"
      testId="add-page"
      isFull={draft.hasAllPages}
      onAdd={() => onAdd('page')}
    />
    <PageName draft={draft} />
    <ConfirmButton
      label={t('instruments.removePage')}
      question={`${t('instruments.removePage')}?`}
      disabled={draft.pages.value.length < 2}
      testId="remove-page"
      onConfirm={() => draft.removePage()}
    />
    {onReset !== undefined && (
      <ConfirmButton
        label={t('instruments.reset')}
        question={t('instruments.resetMore')}
        testId="reset-pages"
        onConfirm={onReset}
      />
    )}
  </div>
)

/** The reason why something cannot be done; otherwise the next step. */
const hintOf = (draft: PageDraft, isLost: boolean): string => {
  if (isLost) return t('instruments.lost')
  if (draft.isPageFull) return t('instruments.full', { count: layoutLimits.tiles })
  if (draft.hasAllPages) return t('instruments.pagesFull', { count: layoutLimits.pages })
  return t('instruments.pick')
}

interface EditBarProps extends DraftProps {
  readonly isLost: boolean
  readonly onCancel: () => void
  readonly onSave: () => void
}

const EditBar = ({ draft, isLost, onCancel, onSave }: EditBarProps): JSX.Element => (
  <div class="page-bar">
    <DraftTabs draft={draft} />
    <button type="button" class="button" data-testid="edit-cancel" onClick={onCancel}>
      {t('instruments.cancel')}
    </button>
    <button type="button" class="button primary" data-testid="edit-save" disabled={isLost} onClick={onSave}>
      {t('instruments.done')}
    </button>
  </div>
)

interface PageEditorProps {
  readonly instruments: Instruments
  /** The page to start with. */
  readonly shown: InstrumentPage
  readonly onEnd: () => void
}

interface EditToolsProps extends DraftProps {
  readonly instruments: Instruments
  readonly isLost: boolean
  readonly onReset: () => void
}

/** The tools of the chosen tile and of the page. */
const EditTools = ({ draft, instruments, isLost, onReset }: EditToolsProps): JSX.Element => {
  const sheet = useSignal<'tile' | 'page' | undefined>(undefined)
  const adding = {
    draft,
    paths: instruments.paths.value ?? [],
    onClose: (): void => void (sheet.value = undefined),
  }
  return (
    <div class="edit-tools">
      {draft.chosen.value === undefined ? (
        <p class="quiet small">{hintOf(draft, isLost)}</p>
      ) : (
        <TileTools draft={draft} instruments={instruments} />
      )}
      <PageTools
        draft={draft}
        onAdd={(wanted) => (sheet.value = wanted)}
        onReset={instruments.hasOwnPages.value && !isLost ? onReset : undefined}
      />
      {sheet.value === 'tile' && <AddTileSheet {...adding} />}
      {sheet.value === 'page' && <AddPageSheet {...adding} />}
    </div>
  )
}

/** Edits the pages. They are saved together, for all screens of the user. */
export const PageEditor = ({ instruments, shown, onEnd }: PageEditorProps): JSX.Element => {
  const { preferences, preferencesSync } = useConsole()
  const [draft] = useState(() => new PageDraft(instruments.pages.peek(), shown))
  useTileValues(draft.page.value.tiles, draft.pages.value)
  const isLost = preferencesSync.state.value === 'asking'
  const save = (stored: Readonly<Record<string, unknown>>): void => {
    preferences.of('instruments').value = stored
    preferences.of('instrumentPage').value = draft.page.peek().id
    onEnd()
  }
  return (
    <div class="instruments" data-testid="instruments">
      <EditBar
        draft={draft}
        isLost={isLost}
        onCancel={onEnd}
        onSave={() => save(storedPages(draft.pages.peek()))}
      />
      <TileGrid
        tiles={draft.page.value.tiles}
        metaByPath={instruments.metaByPath.value}
        editing={{
          chosen: draft.chosenAt.value,
          onChoose: (at) => draft.choose(at),
          onMove: (from, to) => draft.move(from, to),
        }}
      />
      <EditTools draft={draft} instruments={instruments} isLost={isLost} onReset={() => save({})} />
    </div>
  )
}
