import type { FleetBoat } from '@marinedata/model'
import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { placeText } from '#screens/chart/geo/earth.ts'
import { momentText } from '#words/words.ts'
import { t } from '#words/screen-words.ts'
import { conditionOf, titleOf } from './fleet-boats.ts'
import { ConditionMark, megabytes, noContactText, silencePath, volts, withUnit } from './fleet-list.tsx'
import type { FleetModel } from './fleet-model.ts'

/** Drawn for every boat that records them. */
const drawn = [
  { path: 'navigation.speedOverGround', key: 'fleet.speed', quantity: 'speed' },
  { path: 'environment.depth.belowTransducer', key: 'fleet.depth', quantity: 'depth' },
  { path: 'environment.wind.speedOverGround', key: 'fleet.wind', quantity: 'windSpeed' },
] as const

const width = 280
const height = 56

/** A line through the values; nothing is drawn across what is not recorded. */
const lineOf = (values: readonly (number | null)[], least: number, most: number): string => {
  const step = width / Math.max(1, values.length - 1)
  return values
    .map((value, at) => {
      if (value === null) return ''
      const isFirst = at === 0 || values[at - 1] === null
      const y = height - 4 - ((value - least) / Math.max(most - least, 1e-9)) * (height - 8)
      return `${isFirst ? 'M' : 'L'}${(at * step).toFixed(1)} ${y.toFixed(1)}`
    })
    .join('')
}

interface DayProps {
  readonly model: FleetModel
  readonly vessel: string
  readonly series: (typeof drawn)[number]
}

const Day = ({ model, vessel, series }: DayProps): JSX.Element | null => {
  const [values, setValues] = useState<readonly (number | null)[]>([])
  useEffect(() => {
    let isCurrent = true
    model.shore.dayOf(vessel, series.path).then(
      (day) => isCurrent && setValues(day),
      () => isCurrent && setValues([]),
    )
    return () => {
      isCurrent = false
    }
  }, [vessel])
  const known = values.filter((value) => value !== null)
  if (known.length === 0) return null
  const [least, most] = [Math.min(...known), Math.max(...known)]
  return (
    <figure class="fleet-day" data-testid={`day-${series.path}`}>
      <figcaption>
        {t(series.key)}{' '}
        <span class="quiet">
          {withUnit(series.quantity, least)} – {withUnit(series.quantity, most)}
        </span>
      </figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        <path d={lineOf(values, least, most)} />
      </svg>
    </figure>
  )
}

const tariffs = ['satellite', 'cellular', 'wifi'] as const

/** What was sent today by each link that was used. */
const usedByTariff = ({ sentToday, budget }: FleetBoat): (readonly [label: string, text: string])[] => {
  if (sentToday === undefined) return []
  const used = tariffs
    .filter((tariff) => sentToday[tariff] > 0)
    .map(
      (tariff) => `${t(`fleet.tariff.${tariff}`)} ${t('fleet.sent', { sent: megabytes(sentToday[tariff]) })}`,
    )
  const metered = megabytes(sentToday.satellite + sentToday.cellular)
  const ofBudget =
    budget === undefined ? [] : [t('fleet.sentOf', { sent: metered, budget: megabytes(budget) })]
  const all = [...ofBudget, ...used]
  return all.length === 0 ? [] : [[t('fleet.data'), all.join(' · ')]]
}

const Facts = ({ boat, now }: { readonly boat: FleetBoat; readonly now: number }): JSX.Element => {
  const { position, speed, depth, voltage, lastContact, tariff } = boat
  const facts: (readonly [label: string, text: string | undefined])[] = [
    [t('fleet.contact'), lastContact && momentText(Date.parse(lastContact), now)],
    [t('fleet.position'), position && placeText(position)],
    [t('fleet.speed'), speed === undefined ? undefined : withUnit('speed', speed)],
    [t('fleet.depth'), depth === undefined ? undefined : withUnit('depth', depth)],
    [t('fleet.battery'), voltage === undefined ? undefined : volts(voltage)],
    [t('fleet.link'), tariff && t(`fleet.tariff.${tariff}`)],
    ...usedByTariff(boat),
  ]
  return (
    <dl class="fleet-facts">
      {facts.map(
        ([label, text]) =>
          text !== undefined && (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

/** Everything known ashore about one boat. */
export const BoatDetails = ({ model }: { readonly model: FleetModel }): JSX.Element | null => {
  const boat = model.chosen
  if (boat === undefined) return null
  return (
    <section class="fleet-details" data-testid="fleet-details" aria-label={titleOf(boat)}>
      <header>
        <ConditionMark condition={conditionOf(boat)} />
        <h2>{titleOf(boat)}</h2>
        <button
          type="button"
          class="button plain"
          aria-label={t('sheet.close')}
          onClick={() => (model.selected.value = undefined)}
        >
          ✕
        </button>
      </header>
      <ul class="fleet-alerts">
        {boat.alerts.map(({ path, state, message }) => (
          <li key={path} data-condition={state}>
            {path === silencePath ? noContactText(boat, model.shore.now.value) : message}
          </li>
        ))}
      </ul>
      <Facts boat={boat} now={model.shore.now.value} />
      <h3>{t('fleet.day')}</h3>
      {drawn.map((series) => (
        <Day key={`${boat.vessel} ${series.path}`} model={model} vessel={boat.vessel} series={series} />
      ))}
      {boat.console !== undefined && (
        <a class="button" href={boat.console} target="_blank" rel="noreferrer">
          {t('fleet.console')}
        </a>
      )}
    </section>
  )
}
