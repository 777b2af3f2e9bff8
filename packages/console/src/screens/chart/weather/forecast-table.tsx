import type { WeatherForecastEntry, WeatherObservation, WeatherValues } from '@marinedata/model'
import type { JSX } from 'preact'
import { useConsole } from '#page/console-context.ts'
import { placeText } from '@marinedata/console-map/earth'
import { bearingText, dashes, shown, type Quantity } from '#units/quantities.ts'
import { t } from '#words/screen-words.ts'
import { dateText, momentText, timeOfDay } from '#words/words.ts'
import { daysOf } from './place-weather.ts'

/** Formats numbers without their unit, which is in the head of the column. */
const useCells = (): {
  readonly text: (quantity: Quantity, value: number | undefined) => string
  readonly unit: (quantity: Quantity) => string
} => {
  const units = useConsole().preferences.units.value
  return {
    text: (quantity, value) => (value === undefined ? dashes : shown(quantity, value, units).text),
    unit: (quantity) => shown(quantity, 0, units).unit,
  }
}

/** An arrow in the direction that the wind blows to, and where it comes from in degrees. */
const Direction = ({ from }: { readonly from: number | undefined }): JSX.Element | null =>
  from === undefined ? null : (
    <>
      <svg
        class="chart-wind"
        viewBox="0 0 12 12"
        aria-hidden="true"
        style={{ transform: `rotate(${from.toFixed(3)}rad)` }}
      >
        <path d="M6 1v9M3 7l3 3.500 3-3.500" />
      </svg>{' '}
      {bearingText(from)}°{' '}
    </>
  )

const Row = ({ entry }: { readonly entry: WeatherForecastEntry }): JSX.Element => {
  const { text } = useCells()
  const { windDirection, windSpeed, windGust, waveHeight, pressure } = entry.values
  return (
    <tr>
      <th scope="row">{timeOfDay(Date.parse(entry.at))}</th>
      <td>
        <Direction from={windDirection} />
        {text('windSpeed', windSpeed)}
      </td>
      <td>{text('windSpeed', windGust)}</td>
      <td>{text('depth', waveHeight)}</td>
      <td>{text('pressure', pressure)}</td>
    </tr>
  )
}

/** The forecast by days. A value that is not known is shown as dashes. */
export const ForecastTable = ({
  entries,
}: {
  readonly entries: readonly WeatherForecastEntry[]
}): JSX.Element => {
  const { unit } = useCells()
  const [wind, height] = [unit('windSpeed'), unit('depth')]
  return (
    <table class="chart-forecast" data-testid="weather-forecast">
      <thead>
        <tr>
          <th scope="col">{t('chart.weatherTime')}</th>
          <th scope="col">
            {t('chart.weatherWind')} {wind}
          </th>
          <th scope="col">
            {t('chart.weatherGusts')} {wind}
          </th>
          <th scope="col">
            {t('chart.weatherWaves')} {height}
          </th>
          <th scope="col">hPa</th>
        </tr>
      </thead>
      {daysOf(entries, dateText).map(({ date, entries: ofDay }) => (
        <tbody key={date}>
          <tr>
            <th scope="rowgroup" colSpan={5} class="chart-forecast-day">
              {date}
            </th>
          </tr>
          {ofDay.map((entry) => (
            <Row key={entry.at} entry={entry} />
          ))}
        </tbody>
      ))}
    </table>
  )
}

const MeasuredValues = ({ values }: { readonly values: WeatherValues }): JSX.Element => {
  const { text, unit } = useCells()
  const { windDirection, windSpeed, windGust, pressure } = values
  const gusts = windGust === undefined ? '' : ` (${text('windSpeed', windGust)})`
  return (
    <span>
      <Direction from={windDirection} />
      {windSpeed !== undefined && `${text('windSpeed', windSpeed)}${gusts} ${unit('windSpeed')} `}
      {pressure !== undefined && `${text('pressure', pressure)} ${unit('pressure')}`}
    </span>
  )
}

/** Measurements of nearby stations, with the time of each. */
export const Measured = ({
  observations,
}: {
  readonly observations: readonly WeatherObservation[]
}): JSX.Element => (
  <>
    <h3>{t('chart.weatherMeasured')}</h3>
    <ul class="chart-list" data-testid="weather-measured">
      {observations.map(({ at, station, position, values }) => (
        <li key={`${at} ${placeText(position)}`} class="chart-measured">
          <span class="quiet">
            {station ?? placeText(position)} · {momentText(Date.parse(at), Date.now())}
          </span>
          <MeasuredValues values={values} />
        </li>
      ))}
    </ul>
  </>
)
