import type { JSX } from 'preact'
import { t } from '#words/chart.ts'
import { chartIcons } from '#screens/chart/chart-icons.tsx'
import { useTable } from '#screens/chart/table-context.ts'
import { Panel } from './panel.tsx'

const tools = [
  { kind: 'targets', icon: 'ships', word: 'chart.ships' },
  { kind: 'routes', icon: 'routes', word: 'chart.routes' },
  { kind: 'layers', icon: 'layers', word: 'chart.layers' },
] as const

/** On a phone, what has no button of its own. */
export const ToolsPanel = (): JSX.Element => {
  const table = useTable()
  return (
    <Panel title={t('screen.chart')} testId="tool-list" onClose={() => table.close()}>
      <div class="chart-choices">
        {tools.map(({ kind, icon, word }) => {
          const Icon = chartIcons[icon]
          return (
            <button
              key={kind}
              type="button"
              class="button"
              data-testid={`tool-${icon}`}
              onClick={() => table.open(kind)}
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
