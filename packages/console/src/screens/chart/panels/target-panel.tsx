import type { JSX } from 'preact'
import { ageText } from '#parts/readout.tsx'
import { t } from '#words/words.ts'
import { dashes, seenFrom, useFigures } from '#screens/chart/figures.ts'
import { useTable } from '#screens/chart/table-context.ts'
import { timeText, type Target } from '#screens/chart/traffic/target.ts'
import { Fact, Panel } from './panel.tsx'

const Facts = ({ target }: { readonly target: Target }): JSX.Element => {
  const { own } = useTable()
  const figures = useFigures()
  const { bearing, range } = seenFrom(own.value?.place, target.place)
  const { approach, danger } = target
  const isGrave = danger !== undefined
  const time = approach === undefined ? dashes : timeText(approach.timeTo)
  return (
    <dl class="chart-facts">
      <Fact
        label={t('chart.cpa')}
        spoken={t('chart.cpaLong')}
        value={figures('distance', approach?.distance)}
        testId="target-cpa"
        isGrave={isGrave}
      />
      <Fact
        label={t('chart.tcpa')}
        spoken={t('chart.tcpaLong')}
        value={time}
        testId="target-tcpa"
        isGrave={isGrave}
      />
      <Fact label={t('chart.range')} value={figures('distance', range)} testId="target-range" />
      <Fact label={t('chart.bearing')} value={figures('bearing', bearing)} testId="target-bearing" />
      <Fact label="SOG" spoken={t('chart.sog')} value={figures('speed', target.speed)} testId="target-sog" />
      <Fact
        label="COG"
        spoken={t('chart.cog')}
        value={figures('bearing', target.course)}
        testId="target-cog"
      />
    </dl>
  )
}

const Standing = ({ target }: { readonly target: Target }): JSX.Element => {
  if (target.danger !== undefined)
    return <p class={`chart-standing ${target.danger}`}>{t(`chart.danger.${target.danger}`)}</p>
  const age = ageText(target.age)
  return <p class="quiet">{t(target.isLost ? 'chart.lost' : 'chart.heard', { age })}</p>
}

/** All that is known of one ship. */
export const TargetPanel = ({ context }: { readonly context: string }): JSX.Element => {
  const table = useTable()
  const target = table.targets.value.find((each) => each.context === context)
  return (
    <Panel title={target?.name ?? dashes} testId="target-card" onClose={() => table.close()}>
      {target === undefined ? (
        <p class="quiet">{t('chart.gone')}</p>
      ) : (
        <>
          <Standing target={target} />
          <Facts target={target} />
        </>
      )}
    </Panel>
  )
}
