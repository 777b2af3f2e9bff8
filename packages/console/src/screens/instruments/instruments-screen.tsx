import { useSignal } from '@preact/signals'
import type { ComponentChildren, JSX } from 'preact'
import { useConsole } from '#page/console-context.ts'
import { lineIcon } from '#theme/icons.tsx'
import { Tabs } from '#parts/tabs.tsx'
import { t } from '#words/screen-words.ts'
import { PageEditor } from './editing/page-editor.tsx'
import { tabsOf, useInstruments, useTileValues, type Instruments } from './instruments.ts'
import type { InstrumentPage } from './layout.ts'
import { TileGrid } from './tile-grid.tsx'
import './instruments.css'

const EditIcon = lineIcon(<path d="M4 20l1-4.500L16 4.500l3.500 3.500-11 11zM13.500 7l3.500 3.500" />)

interface PageTabsProps {
  readonly pages: readonly InstrumentPage[]
  readonly shown: InstrumentPage
}

/** Chooses the page that this screen shows. */
const PageTabs = ({ pages, shown }: PageTabsProps): JSX.Element => {
  const chosen = useConsole().preferences.of('instrumentPage')
  return (
    <Tabs
      label={t('instruments.pages')}
      tabs={tabsOf(pages)}
      chosen={shown.id}
      testIds="page-"
      onChoose={(id) => (chosen.value = id)}
    />
  )
}

const EditButton = ({ onEdit }: { readonly onEdit: () => void }): JSX.Element => {
  const { preferencesSync } = useConsole()
  return (
    <button
      type="button"
      class="button page-edit"
      aria-label={t('instruments.edit')}
      title={t('instruments.edit')}
      data-testid="page-edit"
      disabled={preferencesSync.state.value === 'asking'}
      onClick={onEdit}
    >
      <EditIcon />
    </button>
  )
}

/** Why the last change was not saved. */
const SaveProblem = (): JSX.Element | null => {
  const problem = useConsole().preferencesSync.problem.value
  return problem === undefined ? null : (
    <p class="page-problem" role="alert">
      {t('instruments.unsaved', { problem })}
    </p>
  )
}

const NoPages = ({ instruments }: { readonly instruments: Instruments }): JSX.Element => (
  <div class="empty" data-testid="instruments-none">
    {instruments.paths.value === undefined ? (
      t('instruments.loading')
    ) : (
      <>
        <strong>{t('instruments.none')}</strong>
        <p class="quiet">{t('instruments.noneMore')}</p>
      </>
    )}
  </div>
)

interface PageViewProps {
  readonly instruments: Instruments
  readonly page: InstrumentPage
  readonly onEdit: () => void
}

const PageView = ({ instruments, page, onEdit }: PageViewProps): JSX.Element => {
  const pages = instruments.pages.value
  useTileValues(page.tiles, pages)
  return (
    <div class="instruments" data-testid="instruments">
      <div class="page-bar">
        <PageTabs pages={pages} shown={page} />
        <EditButton onEdit={onEdit} />
      </div>
      <SaveProblem />
      <TileGrid key={page.id} tiles={page.tiles} metaByPath={instruments.metaByPath.value} />
    </div>
  )
}

interface PagesProps {
  readonly instruments: Instruments
  readonly page: InstrumentPage
}

const Pages = ({ instruments, page }: PagesProps): JSX.Element => {
  const isEditing = useSignal(false)
  return (
    <div class="instruments-place">
      {isEditing.value ? (
        <PageEditor instruments={instruments} shown={page} onEnd={() => (isEditing.value = false)} />
      ) : (
        <PageView instruments={instruments} page={page} onEdit={() => (isEditing.value = true)} />
      )}
    </div>
  )
}

/** The instrument pages of the user. */
export const InstrumentsScreen = (): JSX.Element => {
  const instruments = useInstruments()
  const page = instruments.page.value
  return page === undefined ? (
    <NoPages instruments={instruments} />
  ) : (
    <Pages instruments={instruments} page={page} />
  )
}

/** With fewer tiles, the compass and its values say more than a preset. */
const leastTiles = 4

/** Fills the helm of a boat without an autopilot. Shows the children while there is too little to show. */
export const HelmInstruments = ({ children }: { readonly children: ComponentChildren }): JSX.Element => {
  const instruments = useInstruments()
  const page = instruments.page.value
  const isUseful = instruments.hasOwnPages.value || (page?.tiles.length ?? 0) >= leastTiles
  return page === undefined || !isUseful ? <>{children}</> : <Pages instruments={instruments} page={page} />
}
