import type { JSX } from 'preact'
import { useSeen } from '#screens/chart/figures.ts'
import { placeText } from '@marinedata/console-map/earth'
import { Choice, Panel } from '#screens/chart/panels/panel.tsx'
import { useChartModel } from '#screens/chart/state/chart-model.ts'
import { WeatherChoice } from '#screens/chart/weather/weather-panel.tsx'
import { dashes } from '#units/quantities.ts'
import { t } from '#words/screen-words.ts'
import type { ProvidedPlace } from './provided-places.ts'
import './provided.css'

const About = ({ provided }: { readonly provided: ProvidedPlace }): JSX.Element => {
  const model = useChartModel()
  const seen = useSeen()
  const { place, name, category, text } = provided
  const disabledReason = model.requests.disabledReason.value
  const goTo = async (): Promise<void> => {
    if (await model.courses.goTo(place, name)) model.close()
  }
  return (
    <>
      <p class="quiet">
        {category !== undefined && `${category} · `}
        <span data-testid="provided-seen">{seen(place)}</span>
        {' · '}
        {placeText(place)}
      </p>
      {text !== undefined && (
        <p class="chart-provided-text" data-testid="provided-text">
          {text}
        </p>
      )}
      <div class="chart-choices">
        <Choice
          testId="go-to"
          word="chart.goTo"
          isStrong
          isDisabled={disabledReason !== undefined}
          onClick={() => void goTo()}
        />
        <WeatherChoice place={place} />
      </div>
      {disabledReason !== undefined && <p class="quiet small">{t(disabledReason)}</p>}
    </>
  )
}

/** A place that a plugin provides: what it is, and go to. */
export const ProvidedPanel = ({ id }: { readonly id: string }): JSX.Element => {
  const model = useChartModel()
  const provided = model.provided.items.value.find(({ providedId }) => providedId === id)
  return (
    <Panel title={provided?.name ?? dashes} testId="provided-card" onClose={() => model.close()}>
      {provided === undefined ? (
        <p class="quiet">{t('chart.providedGone')}</p>
      ) : (
        <About provided={provided} />
      )}
    </Panel>
  )
}
