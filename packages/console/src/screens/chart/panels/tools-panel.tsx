import type { JSX } from 'preact'
import { t } from '#words/screen-words.ts'
import { chartIcons } from '#screens/chart/chart-icons.tsx'
import { useChartModel } from '#screens/chart/chart-model-context.ts'
import { Panel } from './panel.tsx'

const tools = [
  { kind: 'targets', icon: 'ships', word: 'chart.ships' },
  { kind: 'routes', icon: 'routes', word: 'chart.routes' },
  { kind: 'layers', icon: 'layers', word: 'chart.layers' },
] as const

/** On a phone, tools without a button of their own. */
export const ToolsPanel = (): JSX.Element => {
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
