import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import { useConsole } from '#page/console-context.ts'
import { SearchField } from '#parts/search-field.tsx'
import { Sheet } from '#parts/sheet.tsx'
import { PathList } from '#parts/path-list.tsx'
import { nameOfPath } from '#units/path-names.ts'
import { t } from '#words/screen-words.ts'
import type { Describe } from './graphs/use-graph.ts'
import type { HistoryModel } from './state/history-model.ts'
import { graphLimits, toggled } from './state/graph-choice.ts'

interface GraphSheetProps {
  readonly model: HistoryModel
  readonly describe: Describe
  /** Recorded paths that can be a graph; undefined until they are known. */
  readonly paths: readonly string[] | undefined
  readonly onClose: () => void
}

const nameOf = ({ path, meta }: ReturnType<Describe>): string => nameOfPath(path, meta)

/** Returns to the default graphs, and says why a choice was not saved. */
const GraphSheetFoot = (): JSX.Element => {
  const { preferences, preferencesSync } = useConsole()
  const problem = preferencesSync.problem.value
  return (
    <>
      <button
        type="button"
        class="button"
        disabled={preferencesSync.state.value === 'asking'}
        data-testid="graphs-standard"
        onClick={() => (preferences.of('history').value = {})}
      >
        {t('history.standard')}
      </button>
      {problem !== undefined && (
        <p class="problem" role="alert">
          {t('instruments.unsaved', { problem })}
        </p>
      )}
    </>
  )
}

/** Chooses the graphs from what was recorded. They are stored for all screens of the user. */
export const GraphSheet = ({ model, describe, paths, onClose }: GraphSheetProps): JSX.Element => {
  const { preferences, preferencesSync } = useConsole()
  const search = useSignal('')
  const graphs = model.graphs.value ?? []
  useEffect(() => void model.readAllRecorded(), [])
  const toggle = (path: string): void => {
    const next = toggled(graphs, path)
    if (preferencesSync.state.value !== 'asking' && next.length > 0)
      preferences.of('history').value = { graphs: next }
  }
  const count = { most: graphLimits.graphs, phone: graphLimits.onPhone }
  return (
    <Sheet title={t('history.graphs')} onClose={onClose} testId="graph-sheet">
      <p class="quiet small">{t('history.graphsMore', count)}</p>
      <SearchField
        value={search.value}
        label={t('instruments.search')}
        testId="graph-search"
        onSearch={(text) => (search.value = text)}
      />
      <PathList
        paths={(paths ?? graphs).map((path) => ({ path, name: nameOf(describe(path)) }))}
        search={search.value}
        testId="graph-choice"
        noMatch={t('history.noMatch')}
        chosen={graphs}
        most={graphLimits.graphs}
        onChoose={toggle}
      />
      <GraphSheetFoot />
    </Sheet>
  )
}
