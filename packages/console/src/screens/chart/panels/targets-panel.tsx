import type { JSX } from 'preact'
import { t } from '#words/words.ts'
import { dashes, seenFrom, useFigures } from '#screens/chart/figures.ts'
import { useTable } from '#screens/chart/table-context.ts'
import { timeText, type Target } from '#screens/chart/traffic/target.ts'
import { Panel } from './panel.tsx'

const Row = ({ target }: { readonly target: Target }): JSX.Element => {
  const table = useTable()
  const figures = useFigures()
  const { range, bearing } = seenFrom(table.own.value?.place, target.place)
  const { approach, danger, isLost, name } = target
  return (
    <li>
      <button
        type="button"
        class={`chart-row ${danger ?? ''} ${isLost ? 'lost' : ''}`}
        data-testid="target-row"
        data-tcpa={approach?.timeTo}
        onClick={() => table.showTarget(target)}
      >
        <span class="chart-row-name">
          {danger !== undefined && <span aria-hidden="true">{danger === 'alarm' ? '▲ ' : '● '}</span>}
          {name}
        </span>
        <span class="chart-row-place">
          {figures('bearing', bearing)} · {figures('distance', range)}
        </span>
        <span>{figures('distance', approach?.distance)}</span>
        <span>{approach === undefined ? dashes : timeText(approach.timeTo)}</span>
      </button>
    </li>
  )
}

/** Every ship in sight, whoever is soonest closest first. */
export const TargetsPanel = (): JSX.Element => {
  const table = useTable()
  const targets = table.targets.value
  return (
    <Panel title={`${t('chart.ships')} ${targets.length}`} testId="target-list" onClose={() => table.close()}>
      {targets.length === 0 ? (
        <p class="quiet">{t('chart.noShips')}</p>
      ) : (
        <>
          <div class="chart-row-head" aria-hidden="true">
            <span />
            <span>{t('chart.cpa')}</span>
            <span>{t('chart.tcpa')}</span>
          </div>
          <ul class="chart-list">
            {targets.map((target) => (
              <Row key={target.context} target={target} />
            ))}
          </ul>
        </>
      )}
    </Panel>
  )
}
