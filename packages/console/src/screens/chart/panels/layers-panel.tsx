import type { JSX } from 'preact'
import type { Chart } from '@marinedata/model'
import { t } from '#words/words.ts'
import { isDrawable } from '#screens/chart/state/chart-shelf.ts'
import { useTable } from '#screens/chart/table-context.ts'
import { Panel } from './panel.tsx'

/** What is to be said of a chart: why it cannot be shown, or whose work it is. */
const about = (chart: Chart): string => {
  if ('problem' in chart) return chart.problem
  if (!isDrawable(chart)) return t('chart.vectorChart')
  const zooms = t('chart.zooms', { from: chart.minzoom, to: chart.maxzoom })
  return chart.attribution === undefined ? zooms : `${zooms} · ${chart.attribution}`
}

const ChartEntry = ({ chart }: { readonly chart: Chart }): JSX.Element => {
  const { shelf } = useTable()
  const isShown = shelf.shown.value.some(({ id }) => id === chart.id)
  return (
    <li>
      <label class="chart-layer">
        <input
          type="checkbox"
          data-testid={`layer-${chart.id}`}
          checked={isShown}
          disabled={!isDrawable(chart)}
          onChange={() => shelf.toggle(chart.id)}
        />
        <span>
          <strong>{chart.name}</strong>
          <span class="quiet small">{about(chart)}</span>
        </span>
      </label>
    </li>
  )
}

/** What the chart is made of: the coastline, and the files that were put aboard. */
export const LayersPanel = (): JSX.Element => {
  const table = useTable()
  const charts = table.shelf.charts.value
  return (
    <Panel title={t('chart.layers')} testId="layer-list" onClose={() => table.close()}>
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
      </ul>
      {charts.length === 0 && <p class="quiet small">{t('chart.noCharts')}</p>}
    </Panel>
  )
}
