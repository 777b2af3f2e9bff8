import type { JSX } from 'preact'
import { t } from '#words/chart.ts'
import { dashes, useFigures, useSeen } from '#screens/chart/figures.ts'
import { useTable } from '#screens/chart/table-context.ts'
import { timeText, type Target, type TargetKind } from '#screens/chart/traffic/target.ts'
import { Panel } from './panel.tsx'

/** As they are drawn; a ship needs no sign. */
const signs: Readonly<Record<TargetKind, string>> = { vessel: '', aircraft: '✈ ', aid: '◇ ', beacon: '⊗ ' }

const signOf = ({ kind, danger }: Target): string => {
  if (kind !== 'vessel' || danger === undefined) return signs[kind]
  return danger === 'alarm' ? '▲ ' : '● '
}

const Row = ({ target }: { readonly target: Target }): JSX.Element => {
  const table = useTable()
  const figures = useFigures()
  const seen = useSeen()
  const { approach, danger, isLost, kind, name } = target
  return (
    <li>
      <button
        type="button"
        class={`chart-row ${danger ?? ''} ${isLost ? 'lost' : ''}`}
        data-testid="target-row"
        data-kind={kind}
        data-tcpa={approach?.timeTo}
        onClick={() => table.showTarget(target)}
      >
        <span class="chart-row-name">
          <span aria-hidden="true">{signOf(target)}</span>
          {name}
        </span>
        <span class="chart-row-place">{seen(target.place)}</span>
        {kind === 'vessel' && (
          <>
            <span>{figures('distance', approach?.distance)}</span>
            <span>{approach === undefined ? dashes : timeText(approach.timeTo)}</span>
          </>
        )}
      </button>
    </li>
  )
}

/** All that is heard, whoever is soonest closest first. */
export const TargetsPanel = (): JSX.Element => {
  const table = useTable()
  const targets = table.lookout.targets.value
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
