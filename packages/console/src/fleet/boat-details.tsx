import type { FleetBoat } from '@marinedata/model'
import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { placeText } from '@marinedata/console-map/earth'
import { momentText } from '#words/words.ts'
import { t } from '#words/screen-words.ts'
import { titleOf } from './fleet-boats.ts'
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

type Series = (typeof drawn)[number]

interface DayProps {
  readonly model: FleetModel
  readonly vessel: string
  /** Unix milliseconds. */
  readonly end: number
}

type Values = readonly (number | null)[]

const Curve = ({
  series,
  values,
}: {
  readonly series: Series
  readonly values: Values
}): JSX.Element | null => {
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

/** A day of a boat's recorded values. */
const Day = ({ model, vessel, end }: DayProps): JSX.Element => {
  const [curves, setCurves] = useState<readonly Values[] | 'lost' | undefined>(undefined)
  useEffect(() => {
    let isCurrent = true
    Promise.all(drawn.map(({ path }) => model.shore.dayOf(vessel, path, end))).then(
      (found) => isCurrent && setCurves(found.every((values) => values !== undefined) ? found : 'lost'),
      () => isCurrent && setCurves('lost'),
    )
    return () => {
      isCurrent = false
    }
  }, [])
  if (curves === 'lost') return <p class="quiet">{t('fleet.lost')}</p>
  if (curves === undefined) return <p class="quiet">{t('access.asking')}</p>
  if (curves.every((values) => values.every((value) => value === null)))
    return <p class="quiet">{t('fleet.noHistory')}</p>
  return (
    <>
      {drawn.map((series, at) => (
        <Curve key={series.path} series={series} values={curves[at] ?? []} />
      ))}
    </>
  )
}

const dayMs = 86_400_000

/** The last day of a boat, and any day before it. */
const History = ({ model, vessel }: { readonly model: FleetModel; readonly vessel: string }): JSX.Element => {
  const [opened] = useState(() => Date.now())
  const [daysBack, setDaysBack] = useState(0)
  const end = opened - daysBack * dayMs
  return (
    <section class="fleet-history" data-testid="fleet-history">
      <header>
        <h3>
          {daysBack === 0
            ? t('fleet.day')
            : `${momentText(end - dayMs, opened)} – ${momentText(end, opened)}`}
        </h3>
        <button
          type="button"
          class="button plain"
          aria-label={t('fleet.dayBefore')}
          onClick={() => setDaysBack(daysBack + 1)}
        >
          ‹
        </button>
        <button
          type="button"
          class="button plain"
          aria-label={t('fleet.dayAfter')}
          disabled={daysBack === 0}
          onClick={() => setDaysBack(daysBack - 1)}
        >
          ›
        </button>
      </header>
      <Day key={end} model={model} vessel={vessel} end={end} />
    </section>
  )
}

const tariffs = ['satellite', 'cellular', 'wifi'] as const

/** Today's usage by tariff, without unused tariffs. */
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

/** All details of one boat. */
export const BoatDetails = ({ model }: { readonly model: FleetModel }): JSX.Element | null => {
  const boat = model.chosen.value
  if (boat === undefined) return null
  return (
    <section class="fleet-details" data-testid="fleet-details" aria-label={titleOf(boat)}>
      <header>
        <ConditionMark condition={boat.condition} />
        <h2>{titleOf(boat)}</h2>
        <button
          type="button"
          class="button plain"
          aria-label={t('sheet.close')}
          onClick={() => model.shore.select(undefined)}
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
      {boat.console !== undefined && (
        <a class="button" href={boat.console} target="_blank" rel="noreferrer">
          {t('fleet.console')}
        </a>
      )}
      <History key={boat.vessel} model={model} vessel={boat.vessel} />
    </section>
  )
}
