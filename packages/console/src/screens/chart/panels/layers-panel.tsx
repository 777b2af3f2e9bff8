import type { JSX } from 'preact'
import type { Chart } from '@marinedata/model'
import { t } from '#words/screen-words.ts'
import { isReadable } from '#screens/chart/state/chart-store.ts'
import { angleLimits, type ChosenAngles } from '#screens/chart/state/chart-settings.ts'
import { useChartModel } from '#screens/chart/chart-model-context.ts'
import { Panel } from './panel.tsx'

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
  if (chart.kind === 'vector') parts.push(t('chart.vectorChart'))
  if (chart.attribution !== undefined) parts.push(chart.attribution)
  return parts.join(' · ')
}

const ChartEntry = ({ chart }: { readonly chart: Chart }): JSX.Element => {
  const { shelf } = useChartModel()
  return (
    <li>
      <Layer
        testId={`layer-${chart.id}`}
        name={chart.name}
        about={about(chart)}
        isShown={shelf.shown.value.some(({ id }) => id === chart.id)}
        isDisabled={!isReadable(chart)}
        onToggle={() => shelf.toggle(chart.id)}
      />
    </li>
  )
}

/** Sets an assumed sailing angle. */
const AngleStepper = ({ way }: { readonly way: keyof ChosenAngles }): JSX.Element => {
  const { angles } = useChartModel().memory
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
  const { memory, hasWind } = useChartModel()
  const isShown = memory.hasLaylines.value
  return (
    <li>
      <Layer
        testId="layer-laylines"
        name={t('chart.laylines')}
        about={t(hasWind.value ? 'chart.laylinesWhat' : 'chart.laylinesNoWind')}
        isShown={isShown}
        onToggle={() => (memory.hasLaylines.value = !isShown)}
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

/** Charts, coastline and laylines. */
export const LayersPanel = (): JSX.Element => {
  const model = useChartModel()
  const charts = model.shelf.charts.value
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
        <LaylinesEntry />
      </ul>
      {charts.length === 0 && <p class="quiet small">{t('chart.noCharts')}</p>}
    </Panel>
  )
}
