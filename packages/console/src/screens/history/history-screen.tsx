import { useComputed, useSignal, type ReadonlySignal, type Signal } from '@preact/signals'
import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useConsole } from '#page/console-context.ts'
import { hrefOf } from '#page/router.ts'
import { useBoat } from '#boat/boat.ts'
import { lineIcon } from '#theme/icons.tsx'
import { Tabs } from '#parts/tabs.tsx'
import { t } from '#words/screen-words.ts'
import { EventLine } from './event-line.tsx'
import { ExportSheet } from './export-sheet.tsx'
import { GraphSheet } from './graph-sheet.tsx'
import { GraphView } from './graphs/graph-view.tsx'
import { Scrubber, TimeAxis } from './graphs/scrubber.tsx'
import { TimeSurface } from './graphs/time-surface.tsx'
import { useDescriptions, type Describe } from './graphs/use-graph.ts'
import { boatTime, HistoryModel } from './state/history-model.ts'
import { graphLimits, graphPaths, graphsAtAnchor, graphsFrom, standardGraphs } from './state/graph-choice.ts'
import { cursorText, lengthText } from './state/moments.ts'
import { ranges, type RangeId, type View } from './state/time-window.ts'
import { TrackDrawing } from './track/track-drawing.tsx'
import './history.css'

const SaveIcon = lineIcon(<path d="M12 4v11M7 10.500l5 5 5-5M4 20h16" />)
const usualRange: RangeId = '6h'
const spanOf = (range: RangeId): number => ranges.find(({ id }) => id === range)?.ms ?? 0

/** The request in the address: `anchor/<time>` shows the time since then, with the graphs of a night at anchor. */
interface Asked {
  readonly isAnchor: boolean
  readonly view: View
}

const askedBy = (rest: string, now: number): Asked => {
  const [subject, since = ''] = rest.split('/')
  const from = Date.parse(decodeURIComponent(since))
  const isAnchor = subject === 'anchor' && from < now
  const usual = spanOf(usualRange)
  return { isAnchor, view: { span: isAnchor ? Math.max(60_000, now - from) : usual, end: 'now' } }
}

interface History {
  readonly model: HistoryModel
  readonly describe: Describe
  readonly paths: ReadonlySignal<readonly string[] | undefined>
  readonly isAnchor: boolean
}

/** The model of this screen, with the graphs of the user. */
const useHistory = (rest: string): History => {
  const boat = useBoat()
  const { preferences } = useConsole()
  const { describe, isAngleAt, texts } = useDescriptions()
  const [history] = useState(() => {
    const { isAnchor, view } = askedBy(rest, boatTime(boat))
    const graphsFor = (recorded: readonly string[] | undefined): readonly string[] | undefined => {
      const own = isAnchor ? undefined : graphsFrom(preferences.of('history').value)
      if (own !== undefined || recorded === undefined) return own
      const found = graphPaths(recorded, texts.value)
      return isAnchor ? graphsAtAnchor(found) : standardGraphs(found)
    }
    const model = new HistoryModel({ boat, graphsFor, isAngle: isAngleAt, view, hasTrack: true })
    return { model, isAnchor }
  })
  useEffect(() => () => history.model[Symbol.dispose](), [])
  const paths = useComputed(() => {
    const recorded = history.model.recorded.value
    return recorded && graphPaths(recorded, texts.value)
  })
  return { ...history, describe, paths }
}

/** Chooses how much time is shown; it then ends now. */
const RangeTabs = ({ model }: Pick<History, 'model'>): JSX.Element => {
  const { span, end } = model.view.value
  return (
    <Tabs
      label={t('history.ranges')}
      tabs={ranges.map(({ id }) => ({ id, text: t(`history.range.${id}`) }))}
      chosen={end === 'now' ? ranges.find(({ ms }) => ms === span)?.id : undefined}
      testIds="range-"
      onChoose={(chosen) => {
        model.cursor.value = undefined
        model.view.value = { span: spanOf(chosen), end: 'now' }
      }}
    />
  )
}

/** The moment of the scrubber. */
const MomentText = ({ model }: Pick<History, 'model'>): JSX.Element => (
  <output class="history-moment" aria-live="off" data-testid="history-moment">
    {cursorText(model.moment.value, model.now.value)}
  </output>
)

/** Back to the present. */
const NowButton = ({ model }: Pick<History, 'model'>): JSX.Element | null =>
  model.view.value.end === 'now' ? null : (
    <button
      type="button"
      class="button"
      data-testid="history-now"
      onClick={() => {
        model.cursor.value = undefined
        model.view.value = { span: model.view.peek().span, end: 'now' }
      }}
    >
      {t('history.now')}
    </button>
  )

/** Why there is nothing to see, and what to do. */
const NoHistory = ({ model }: Pick<History, 'model'>): JSX.Element => {
  const problem = model.problem.value
  const { link } = useBoat()
  if (problem?.kind === 'none')
    return (
      <div class="empty" data-testid="history-none">
        <h2>{t('history.none')}</h2>
        <p>{t('history.noneMore')}</p>
        <a class="button" href={hrefOf('devices')}>
          {t('screen.devices')}
        </a>
      </div>
    )
  if (problem?.kind === 'failed')
    return (
      <div class="empty" role="alert" data-testid="history-failed">
        {problem.text}
      </div>
    )
  if (model.graphs.value?.length === 0)
    return (
      <div class="empty" data-testid="history-empty">
        <h2>{t('history.empty')}</h2>
        <p>{t('history.emptyMore')}</p>
      </div>
    )
  return <div class="empty">{t(link.isLost.value ? 'link.never' : 'shell.loading')}</div>
}

/** How long a point of the lines is, and what it is made of. */
const RowsNote = ({ model }: Pick<History, 'model'>): JSX.Element => {
  const answer = model.answer.value
  const problem = model.problem.value
  if (problem !== undefined)
    return (
      <p class="history-note problem" role="alert">
        {problem.kind === 'none' ? t('history.none') : problem.text}
      </p>
    )
  return (
    <p class="history-note quiet" data-testid="history-rows" data-tier={answer?.tier}>
      {model.isLoading.value || answer === undefined
        ? t('shell.loading')
        : t(`history.rows.${answer.tier}`, { length: lengthText(answer.resolution) })}
    </p>
  )
}

/** Whether this screen is as narrow as a phone. */
const useIsNarrow = () => {
  const place = useRef<HTMLDivElement>(null)
  const isNarrow = useSignal(innerWidth < 600)
  useEffect(() => {
    const sizing = new ResizeObserver(([entry]) => {
      if (entry !== undefined) isNarrow.value = entry.contentRect.width < 600
    })
    if (place.current !== null) sizing.observe(place.current)
    return () => sizing.disconnect()
  }, [])
  return { place, isNarrow: isNarrow.value }
}

interface GraphsProps {
  readonly history: History
  readonly isNarrow: boolean
}

const Graphs = ({ history: { model, describe }, isNarrow }: GraphsProps): JSX.Element => {
  const graphs = model.graphs.value ?? []
  return (
    <div class="history-graphs" data-testid="history-graphs">
      <div class="history-plots">
        {graphs.slice(0, isNarrow ? graphLimits.onPhone : graphLimits.graphs).map((path) => (
          <GraphView key={path} model={model} path={path} describe={describe} />
        ))}
        <TimeSurface model={model} />
      </div>
      <EventLine model={model} />
    </div>
  )
}

type OpenSheet = 'graphs' | 'export' | undefined

interface OpenProps extends Pick<History, 'model'> {
  readonly open: Signal<OpenSheet>
}

const Bar = ({ model, open }: OpenProps): JSX.Element => (
  <div class="history-bar">
    <RangeTabs model={model} />
    <button
      type="button"
      class="button"
      data-testid="history-graphs-button"
      onClick={() => (open.value = 'graphs')}
    >
      {t('history.graphs')}
    </button>
    <NowButton model={model} />
    <MomentText model={model} />
  </div>
)

const Foot = ({ model, open }: OpenProps): JSX.Element => (
  <div class="history-foot">
    <Scrubber model={model} />
    <button
      type="button"
      class="button"
      aria-label={t('history.export')}
      title={t('history.export')}
      data-testid="history-export"
      onClick={() => (open.value = 'export')}
    >
      <SaveIcon />
      <span class="history-word">{t('history.export')}</span>
    </button>
  </div>
)

const HistoryView = ({ history }: { readonly history: History }): JSX.Element => {
  const { model, describe, paths, isAnchor } = history
  const open = useSignal<OpenSheet>(undefined)
  const { place, isNarrow } = useIsNarrow()
  const close = (): void => {
    open.value = undefined
  }
  return (
    <div ref={place} class="history-place">
      <div class="history" data-testid="history">
        <Bar model={model} open={open} />
        <Graphs history={history} isNarrow={isNarrow} />
        <TimeAxis model={model} />
        <TrackDrawing model={model} hasAnchor={isAnchor} />
        <Foot model={model} open={open} />
        <RowsNote model={model} />
      </div>
      {open.value === 'graphs' && (
        <GraphSheet model={model} describe={describe} paths={paths.value} onClose={close} />
      )}
      {open.value === 'export' && <ExportSheet model={model} onClose={close} />}
    </div>
  )
}

/** Until the first answer the screen says why it waits. Then it stays: a problem is a line in it. */
const HistoryOf = ({ rest }: { readonly rest: string }): JSX.Element => {
  const history = useHistory(rest)
  const { answer, graphs } = history.model
  const hasAnswered = useRef(false)
  if (answer.value !== undefined && (graphs.value?.length ?? 0) > 0) hasAnswered.current = true
  return hasAnswered.current ? <HistoryView history={history} /> : <NoHistory model={history.model} />
}

/** The recorded history: graphs of values, the track and alerts over time. */
export const HistoryScreen = (): JSX.Element => {
  const { rest } = useConsole().router.route.value
  return <HistoryOf key={rest} rest={rest} />
}
