import type { JSX } from 'preact'
import { hrefOf } from '#page/router.ts'
import { useFigures } from '#screens/chart/figures.ts'
import { Fact, Panel } from '#screens/chart/panels/panel.tsx'
import { useChartModel } from '#screens/chart/state/chart-model.ts'
import { t } from '#words/screen-words.ts'

/** The figures of the anchor watch, and the way to its screen. */
export const AnchorPanel = (): JSX.Element => {
  const model = useChartModel()
  const figures = useFigures()
  const anchor = model.anchor.value
  const { limit, distance } = anchor ?? { limit: undefined, distance: undefined }
  const left = limit === undefined || distance === undefined ? undefined : limit - distance
  return (
    <Panel title={t('screen.anchor')} testId="anchor-panel" onClose={() => model.close()}>
      <dl class="chart-facts">
        <Fact
          label={t('chart.anchorDistance')}
          value={figures('length', distance)}
          testId="anchor-panel-distance"
        />
        <Fact label={t('chart.anchorLimit')} value={figures('length', limit)} testId="anchor-panel-limit" />
        <Fact
          label={t('chart.anchorLeft')}
          value={figures('length', left)}
          testId="anchor-panel-left"
          isGrave={anchor?.isBeyond === true}
        />
      </dl>
      <div class="chart-choices">
        <a class="button strong" href={hrefOf('anchor')} data-testid="anchor-panel-open">
          {t('chart.anchorOpen')}
        </a>
      </div>
    </Panel>
  )
}
