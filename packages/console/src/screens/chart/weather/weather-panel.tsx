import { distanceBetween, type ServedForecast, type WeatherWarning } from '@marinedata/model'
import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { useBoat } from '#boat/boat.ts'
import { Resource } from '#boat/requests.ts'
import type { Place } from '#boat/values.ts'
import { useHasWeather } from '#boat/weather-offered.ts'
import { useFigures } from '#screens/chart/figures.ts'
import { Choice, Panel } from '#screens/chart/panels/panel.tsx'
import { useChartModel } from '#screens/chart/state/chart-model.ts'
import { t } from '#words/screen-words.ts'
import { momentText } from '#words/words.ts'
import { ForecastTable, Measured } from './forecast-table.tsx'
import { askWeather, isGrave, type PlaceWeather } from './place-weather.ts'
import './weather.css'

const askEveryMs = 600_000
/** Metres: a forecast for a place so near is one for the asked place. */
const samePlaceMetres = 2_000

interface PlaceProps {
  readonly place: Place
}

/** Opens the weather at a place; absent on a boat without a plugin that knows the weather. */
export const WeatherChoice = ({ place }: PlaceProps): JSX.Element | null => {
  const model = useChartModel()
  if (!useHasWeather()) return null
  return (
    <Choice
      testId="weather-here"
      word="chart.weather"
      onClick={() => (model.panel.value = { kind: 'weather', place })}
    />
  )
}

const Warning = ({ warning }: { readonly warning: WeatherWarning }): JSX.Element => {
  const { title, from, to, area, text, issuer } = warning
  const now = Date.now()
  const [begin, end] = [from, to].map((at) =>
    at === undefined ? undefined : momentText(Date.parse(at), now),
  )
  return (
    <li class={isGrave(warning) ? 'chart-weather-warning alarm' : 'chart-weather-warning'}>
      <strong>{title}</strong>
      <span class="small">
        {[end === undefined ? begin : `${begin} – ${end}`, area, issuer]
          .filter((part) => part !== undefined)
          .join(' · ')}
      </span>
      {text !== undefined && <span class="small chart-weather-text">{text}</span>}
    </li>
  )
}

/** The source, time and place of the forecast. */
const Origin = ({ forecast, place }: { readonly forecast: ServedForecast } & PlaceProps): JSX.Element => {
  const figures = useFigures()
  const { provider, forecast: about } = forecast
  const away = distanceBetween(about.position, place)
  const parts = [
    about.model,
    about.issuedAt && t('chart.weatherIssued', { time: momentText(Date.parse(about.issuedAt), Date.now()) }),
    away > samePlaceMetres ? t('chart.weatherAway', { range: figures('distance', away) }) : undefined,
    provider,
  ]
  return <p class="quiet small">{parts.filter((part) => part !== undefined).join(' · ')}</p>
}

const Known = ({ weather, place }: { readonly weather: PlaceWeather } & PlaceProps): JSX.Element => {
  const { forecast, warnings, observations } = weather
  const hasForecast = forecast !== undefined && forecast.forecast.entries.length > 0
  return (
    <>
      {warnings.length > 0 && (
        <ul class="chart-list" data-testid="weather-warnings">
          {warnings.map((warning) => (
            <Warning key={warning.id} warning={warning} />
          ))}
        </ul>
      )}
      {observations.length > 0 && <Measured observations={observations} />}
      {hasForecast ? (
        <>
          <ForecastTable entries={forecast.forecast.entries} />
          <Origin forecast={forecast} place={place} />
        </>
      ) : (
        <p class="quiet">{t('chart.weatherNone')}</p>
      )}
    </>
  )
}

const Weather = ({ place }: PlaceProps): JSX.Element => {
  const { client, link } = useBoat()
  const [weather] = useState(() => new Resource(() => askWeather(client, place)))
  const isLost = link.isLost.value
  // Asked again when a lost connection is back, and not during the loss.
  useEffect(() => (isLost ? undefined : weather.poll(askEveryMs)), [isLost])
  const known = weather.value.value
  const problem = weather.problem.value
  return (
    <>
      {known !== undefined && <Known weather={known} place={place} />}
      {known === undefined && problem === undefined && <p class="quiet">{t('shell.loading')}</p>}
      {problem !== undefined && (
        <p class="chart-fault" data-testid="weather-problem">
          {problem}
        </p>
      )}
    </>
  )
}

/** @param place undefined for the present position of the boat */
export const WeatherPanel = ({ place }: { readonly place: Place | undefined }): JSX.Element => {
  const model = useChartModel()
  const own = model.surroundings.own.value?.place
  // The first known position: the weather is the same a few metres on.
  const [first, setFirst] = useState(place)
  useEffect(() => {
    if (first === undefined) setFirst(own)
  }, [own])
  return (
    <Panel title={t('chart.weather')} testId="weather-panel" onClose={() => model.close()}>
      {first === undefined ? <p class="quiet">{t('chart.noPosition')}</p> : <Weather place={first} />}
    </Panel>
  )
}
