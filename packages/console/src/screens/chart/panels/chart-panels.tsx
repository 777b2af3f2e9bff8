import type { Chart } from '@marinedata/model'
import type { JSX } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { useConsole } from '#page/console-context.ts'
import { AnchorPanel } from '#screens/chart/anchor/anchor-panel.tsx'
import { chartIcons } from '#screens/chart/controls.tsx'
import { ChartUploadEntry, DeleteChart } from '#screens/chart/files/chart-file-parts.tsx'
import { useChartModel } from '#screens/chart/state/chart-model.ts'
import { isReadable, angleLimits, type ChosenAngles } from '#navigation/chart-settings.ts'
import { uncovered, type Covered } from '#screens/chart/state/chart-view.ts'
import { t } from '#words/screen-words.ts'
import type { OpenPanel } from './open-panel.ts'
import { Panel } from './panel.tsx'
import { ProvidedPanel } from '#screens/chart/provided/provided-panel.tsx'
import { WeatherPanel } from '#screens/chart/weather/weather-panel.tsx'
import { PlacePanel, WaypointPanel } from './place-panels.tsx'
import { RoutePanel, RoutesPanel } from './route-panels.tsx'
import { SketchPanel } from './sketch-panel.tsx'
import { TargetPanel, TargetsPanel } from './target-panels.tsx'

interface LayerProps {
  readonly testId: string
  readonly name: string
  readonly about: string
  readonly isShown: boolean
  readonly isDisabled?: boolean
  readonly onToggle: () => void
}

const Layer = (props: LayerProps): JSX.Element => (
  <label class="chart-layer">
    <input
      type="checkbox"
      data-testid={props.testId}
      checked={props.isShown}
      disabled={props.isDisabled}
      onChange={props.onToggle}
    />
    <span>
      <strong>{props.name}</strong>
      <span class="quiet small">{props.about}</span>
    </span>
  </label>
)

/** Note on a chart: why it cannot be drawn, or its attribution. */
const about = (chart: Chart): string => {
  if ('problem' in chart) return chart.problem
  const parts = [t('chart.zooms', { from: chart.minzoom, to: chart.maxzoom })]
  if (chart.content === 'coast') parts.push(t('chart.coastChart'))
  else if (chart.kind === 'vector') parts.push(t('chart.vectorChart'))
  if (chart.attribution !== undefined) parts.push(chart.attribution)
  return parts.join(' · ')
}

const ChartEntry = ({ chart }: { readonly chart: Chart }): JSX.Element => {
  const { chartStore } = useChartModel()
  return (
    <li class="chart-file">
      <Layer
        testId={`layer-${chart.id}`}
        name={chart.name}
        about={about(chart)}
        isShown={chartStore.shown.value.some(({ id }) => id === chart.id)}
        isDisabled={!isReadable(chart)}
        onToggle={() => chartStore.toggle(chart.id)}
      />
      <DeleteChart chart={chart} />
    </li>
  )
}

/** Sets an assumed sailing angle. */
const AngleStepper = ({ way }: { readonly way: keyof ChosenAngles }): JSX.Element => {
  const { angles } = useChartModel().settings
  const { least, most } = angleLimits[way]
  const angle = angles.value[way]
  const step = (by: number, sign: string, word: 'chart.less' | 'chart.more'): JSX.Element => (
    <button
      type="button"
      class="button"
      data-testid={`${way}-${by < 0 ? 'less' : 'more'}`}
      aria-label={t(word, { name: t(`chart.angle.${way}`) })}
      disabled={angle + by < least || angle + by > most}
      onClick={() => (angles.value = { ...angles.peek(), [way]: angle + by })}
    >
      {sign}
    </button>
  )
  return (
    <div class="chart-stepper">
      <span class="grow">{t(`chart.angle.${way}`)}</span>
      {step(-1, '−', 'chart.less')}
      <output data-testid={`${way}-angle`}>{angle}°</output>
      {step(1, '+', 'chart.more')}
    </div>
  )
}

const LaylinesEntry = (): JSX.Element => {
  const { settings, hasWind } = useChartModel()
  const isShown = settings.hasLaylines.value
  return (
    <li>
      <Layer
        testId="layer-laylines"
        name={t('chart.laylines')}
        about={t(hasWind.value ? 'chart.laylinesWhat' : 'chart.laylinesNoWind')}
        isShown={isShown}
        onToggle={() => (settings.hasLaylines.value = !isShown)}
      />
      {isShown && (
        <>
          <AngleStepper way="beat" />
          <AngleStepper way="gybe" />
        </>
      )}
    </li>
  )
}

const RingsEntry = (): JSX.Element => {
  const { hasRings } = useChartModel().settings
  return (
    <li>
      <Layer
        testId="layer-rings"
        name={t('chart.rings')}
        about={t('chart.ringsWhat')}
        isShown={hasRings.value}
        onToggle={() => (hasRings.value = !hasRings.peek())}
      />
    </li>
  )
}

/** Only on a boat with a plugin that provides places. */
const PlacesEntry = (): JSX.Element | null => {
  const { provided, settings } = useChartModel()
  const { hasPlaces } = settings
  const count = provided.items.value.length
  if (count === 0) return null
  return (
    <li>
      <Layer
        testId="layer-places"
        name={t('chart.places')}
        about={t('chart.placesWhat', { count })}
        isShown={hasPlaces.value}
        onToggle={() => (hasPlaces.value = !hasPlaces.peek())}
      />
    </li>
  )
}

/** Charts, coastline, places of plugins, range rings and laylines. */
const LayersPanel = (): JSX.Element => {
  const model = useChartModel()
  const charts = model.chartStore.charts.value
  return (
    <Panel title={t('chart.layers')} testId="layer-list" onClose={() => model.close()}>
      <ul class="chart-list">
        {charts.map((chart) => (
          <ChartEntry key={chart.id} chart={chart} />
        ))}
        <li class="chart-layer fixed">
          <span>
            <strong>{t('chart.coastline')}</strong>
            <span class="quiet small">{t('chart.coastlineWhat')}</span>
          </span>
        </li>
        <PlacesEntry />
        <RingsEntry />
        <LaylinesEntry />
      </ul>
      <ChartUploadEntry />
      {charts.length === 0 && <p class="quiet small">{t('chart.noCharts')}</p>}
    </Panel>
  )
}

const tools = [
  { kind: 'targets', icon: 'ships', word: 'chart.ships' },
  { kind: 'routes', icon: 'routes', word: 'chart.routes' },
  { kind: 'layers', icon: 'layers', word: 'chart.layers' },
] as const

/** On a phone, tools without a button. */
const ToolsPanel = (): JSX.Element => {
  const model = useChartModel()
  return (
    <Panel title={t('screen.chart')} testId="tool-list" onClose={() => model.close()}>
      <div class="chart-choices">
        {tools.map(({ kind, icon, word }) => {
          const Icon = chartIcons[icon]
          return (
            <button
              key={kind}
              type="button"
              class="button"
              data-testid={`tool-${icon}`}
              onClick={() => model.open(kind)}
            >
              <Icon />
              {t(word)}
            </button>
          )
        })}
      </div>
    </Panel>
  )
}

const lists = { targets: TargetsPanel, routes: RoutesPanel, layers: LayersPanel, tools: ToolsPanel } as const

const shownFor = (panel: OpenPanel): JSX.Element => {
  if (panel.kind === 'place') return <PlacePanel place={panel.place} />
  if (panel.kind === 'target') return <TargetPanel context={panel.context} />
  if (panel.kind === 'waypoint') return <WaypointPanel key={panel.id} id={panel.id} />
  if (panel.kind === 'route') return <RoutePanel key={panel.id} id={panel.id} />
  if (panel.kind === 'provided') return <ProvidedPanel key={panel.id} id={panel.id} />
  if (panel.kind === 'weather') return <WeatherPanel place={panel.place} />
  if (panel.kind === 'anchor') return <AnchorPanel />
  const List = lists[panel.kind]
  return <List />
}

/** A panel wider than this share of the chart lies over it and not beside it. */
const wide = 0.6

const coveredBy = (panel: Element | null | undefined, hand: 'left' | 'right'): Covered => {
  const chart = panel?.closest('.chart-screen')
  if (!panel || !chart) return uncovered
  const [{ width, top }, whole] = [panel.getBoundingClientRect(), chart.getBoundingClientRect()]
  if (width < whole.width * wide) return { ...uncovered, right: hand === 'left' ? -width : width }
  const notices = chart.querySelector('.chart-notices')?.getBoundingClientRect()
  return { right: 0, above: (notices?.bottom ?? whole.top) - whole.top, below: whole.bottom - top }
}

/** The open panel, or the drawing panel while drawing. */
export const PanelPlace = (): JSX.Element => {
  const model = useChartModel()
  const { panel, sketching } = model
  const place = useRef<HTMLDivElement>(null)
  const hand = useConsole().preferences.of('hand').value
  useLayoutEffect(() => model.view.cover(coveredBy(place.current?.firstElementChild, hand)))
  const draft = sketching.draft.value
  const open = panel.value
  return (
    <div ref={place} class="chart-panel-place">
      {draft !== undefined ? <SketchPanel draft={draft} /> : open !== undefined && shownFor(open)}
    </div>
  )
}
