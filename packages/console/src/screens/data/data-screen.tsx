import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useConsole } from '#page/console-context.ts'
import { useBoat, useSubscription } from '#boat/boat.ts'
import { SearchField } from '#parts/search-field.tsx'
import { t } from '#words/screen-words.ts'
import { DataDetails, DataRowView, rowHeight } from './data-row.tsx'
import { DataTable, windowOf, type DataRow } from './data-table.ts'
import './data.css'

const drawEveryMs = 500

/** Subscribes to everything of own ship from every source, on a separate stream because it is more than the console needs. */
const useDataTable = (): DataTable => {
  const { client } = useBoat()
  const [table] = useState(() => new DataTable())
  useEffect(() => {
    const stream = client.stream({ subscribe: 'none', sendMeta: 'all' })
    stream.subscribe({ subscribe: [{ path: '*', sources: 'all' }], sendMeta: 'all' })
    const read = async (): Promise<void> => {
      for await (const delta of stream) table.take(delta, performance.now())
    }
    void read()
    return () => void stream.close()
  }, [])
  return table
}

/** The filtered rows, updated twice a second unless paused. */
const useRows = (table: DataTable, filter: string, isPaused: boolean): readonly DataRow[] => {
  const [rows, setRows] = useState<readonly DataRow[]>([])
  const draw = (): void => setRows(table.rows(filter))
  useEffect(draw, [filter])
  useEffect(() => {
    if (isPaused) return undefined
    const drawing = setInterval(draw, drawEveryMs)
    return () => clearInterval(drawing)
  }, [filter, isPaused])
  return rows
}

const Toolbar = (props: {
  readonly filter: string
  readonly onFilter: (text: string) => void
  readonly isPaused: boolean
  readonly onPause: () => void
  readonly count: number
}): JSX.Element => (
  <div class="data-bar">
    <SearchField
      value={props.filter}
      label={t('data.filter')}
      testId="data-filter"
      onSearch={props.onFilter}
    />
    <span class="quiet small" data-testid="data-count">
      {t('data.count', { count: props.count })}
    </span>
    <button
      type="button"
      class="button"
      aria-pressed={props.isPaused}
      data-testid="data-pause"
      onClick={props.onPause}
    >
      {t(props.isPaused ? 'data.go' : 'data.pause')}
    </button>
  </div>
)

interface ListProps {
  readonly rows: readonly DataRow[]
  readonly table: DataTable
  readonly chosen: string
  readonly onChoose: (row: DataRow) => void
}

/** Renders only the visible rows: a boat has thousands of values. */
const List = ({ rows, table, chosen, onChoose }: ListProps): JSX.Element => {
  const { values, now, link } = useBoat()
  const place = useRef<HTMLDivElement>(null)
  const [scrollTop, setScrollTop] = useState(0)
  const height = place.current?.clientHeight ?? 800
  const { from, to } = windowOf({ scrollTop, height, rowHeight }, rows.length)
  return (
    <div
      ref={place}
      class="data-list"
      role="group"
      tabIndex={0}
      aria-label={t('screen.data')}
      data-testid="data-list"
      onScroll={({ currentTarget }) => setScrollTop(currentTarget.scrollTop)}
    >
      <div class="data-space" style={{ height: `${rows.length * rowHeight}px` }}>
        {rows.slice(from, to).map((row, at) => (
          <DataRowView
            key={`${row.path} ${row.source}`}
            row={row}
            meta={table.metaOf(row.path)}
            top={(from + at) * rowHeight}
            now={now.peek()}
            isWinner={values.of(row.path).peek()?.source === row.source}
            isLost={link.isLost.value}
            isChosen={chosen === `${row.path} ${row.source}`}
            onChoose={() => onChoose(row)}
          />
        ))}
      </div>
    </div>
  )
}

/** All values of own ship by path and source, with age and rate. */
export const DataScreen = (): JSX.Element => {
  const { route } = useConsole().router
  const [filter, setFilter] = useState(route.value.rest)
  const [isPaused, setPaused] = useState(false)
  const [chosen, setChosen] = useState<DataRow | undefined>(undefined)
  // The preferred source of each path, to mark it in the list. Not `*`: unsubscribing from that also ends all subscriptions of
  // the other screens.
  useSubscription({ paths: ['**'], minPeriod: 1_000 })
  const table = useDataTable()
  const rows = useRows(table, filter, isPaused)
  return (
    <div class="data-screen">
      <Toolbar
        filter={filter}
        onFilter={setFilter}
        isPaused={isPaused}
        onPause={() => setPaused(!isPaused)}
        count={rows.length}
      />
      <List
        rows={rows}
        table={table}
        chosen={chosen === undefined ? '' : `${chosen.path} ${chosen.source}`}
        onChoose={setChosen}
      />
      {chosen !== undefined && (
        <DataDetails
          row={rows.find(({ path, source }) => path === chosen.path && source === chosen.source) ?? chosen}
          meta={table.metaOf(chosen.path)}
          onClose={() => setChosen(undefined)}
        />
      )}
    </div>
  )
}
