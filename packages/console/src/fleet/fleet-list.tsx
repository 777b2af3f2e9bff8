import type { FleetBoat, FleetCondition, fleetSilencePath, FleetView } from '@marinedata/model'
import type { JSX } from 'preact'
import { SearchField } from '#parts/search-field.tsx'
import { shown } from '#units/quantities.ts'
import { ageText } from '#words/durations.ts'
import { t } from '#words/screen-words.ts'
import { momentText } from '#words/words.ts'
import { isAlarming, titleOf } from './fleet-boats.ts'
import type { FleetModel } from './fleet-model.ts'

const units = 'nautical-metric'
/** The alarm that the fleet raises: `fleetSilencePath` of the model, which would load schemas. */
export const silencePath: typeof fleetSilencePath = 'notifications.fleet.silence'
const nowMs = 30_000
const standingStill = 0.3

export const withUnit = (quantity: Parameters<typeof shown>[0], value: number): string => {
  const { text, unit } = shown(quantity, value, units)
  return `${text} ${unit}`.trim()
}

export const volts = (value: number): string => `${value.toFixed(1)} V`

export const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(2)

/** The data sent today: as a share of the budget, or by the present link. */
const dataText = ({ sentToday, budget, tariff }: FleetBoat): string | undefined => {
  if (sentToday === undefined || tariff === undefined) return undefined
  const { satellite, cellular } = sentToday
  return budget === undefined || tariff === 'wifi'
    ? t('fleet.sent', { sent: megabytes(sentToday[tariff]) })
    : t('fleet.sentOf', { sent: megabytes(satellite + cellular), budget: megabytes(budget) })
}

const stateText = ({ speed }: FleetBoat): string => {
  if (speed === undefined) return t('fleet.inContact')
  return speed < standingStill ? t('fleet.still') : t('fleet.underWay', { speed: withUnit('speed', speed) })
}

export const noContactText = ({ lastContact }: FleetBoat, now: number): string =>
  t('fleet.noContact', { time: momentText(Date.parse(lastContact ?? ''), now) })

/** The most important fact about a boat, in one line. */
const summaryOf = (boat: FleetBoat, now: number): string => {
  const {
    condition,
    alerts: [worst],
  } = boat
  if (condition === 'never') return t('fleet.never')
  if (condition === 'silent' || worst?.path === silencePath) return noContactText(boat, now)
  return worst?.message ?? stateText(boat)
}

/** How long an alarm lasts, or how old everything else is. */
const timeOf = (boat: FleetBoat, now: number): string => {
  const {
    alerts: [worst],
    lastContact,
  } = boat
  if (isAlarming(boat) && worst?.raisedAt !== undefined) return ageText(now - Date.parse(worst.raisedAt))
  if (lastContact === undefined) return ''
  const age = now - Date.parse(lastContact)
  return age < nowMs ? t('fleet.now') : ageText(age)
}

/** A mark that differs in shape and in colour. */
export const ConditionMark = ({ condition }: { readonly condition: FleetCondition }): JSX.Element => (
  <svg class="fleet-mark" data-condition={condition} viewBox="0 0 24 24" aria-hidden="true">
    {condition === 'emergency' || condition === 'alarm' ? (
      <path class="body" d="M12 2 23 21.5H1Z" />
    ) : (
      <circle class="body" cx="12" cy="12" r="10" />
    )}
    {condition === 'fine' && <path class="sign" d="m7.5 12.5 3.2 3.2 6-6.4" />}
    {['emergency', 'alarm', 'warn', 'alert'].includes(condition) && (
      <path class="sign" d="M12 8v6M12 17v1.2" />
    )}
  </svg>
)

const Row = ({ boat, model }: { readonly boat: FleetBoat; readonly model: FleetModel }): JSX.Element => {
  const now = model.shore.now.value
  const { condition, voltage } = boat
  const data = dataText(boat)
  return (
    <li>
      <button
        type="button"
        class="fleet-row"
        data-testid="fleet-boat"
        data-condition={condition}
        aria-pressed={model.shore.selected.value === boat.vessel}
        onClick={() => model.shore.select(boat.vessel)}
      >
        <ConditionMark condition={condition} />
        <span class="fleet-words">
          <b>{titleOf(boat)}</b>
          <span>{summaryOf(boat, now)}</span>
        </span>
        <span class="fleet-end">
          <span>{timeOf(boat, now)}</span>
          {voltage !== undefined && <span>{volts(voltage)}</span>}
          {data !== undefined && <span data-testid="fleet-data">{data}</span>}
        </span>
      </button>
    </li>
  )
}

/** Explains a shortened or empty list. */
const ListNote = ({ view }: { readonly view: FleetView }): JSX.Element | null => {
  const { count, found, boats } = view
  if (count === 0) return <p class="quiet">{t('fleet.none')}</p>
  if (found === 0) return <p class="quiet">{t('fleet.notFound')}</p>
  return found > boats.length ? (
    <p class="quiet" data-testid="fleet-more">
      {t('fleet.more', { shown: boats.length, found })}
    </p>
  ) : null
}

/** The boats that need someone first, and then the others by name. */
export const FleetList = ({ model }: { readonly model: FleetModel }): JSX.Element => {
  const { shore } = model
  const view = shore.view.value
  const listed = shore.found.value ?? view
  return (
    <section class="fleet-list" aria-label={t('fleet.list')}>
      <header>
        <h1 data-testid="fleet-count">
          {view === undefined ? t('fleet.loading') : t('fleet.count', { boats: view.count })}
          {view !== undefined && view.alarms > 0 && ` · ${t('fleet.alarms', { count: view.alarms })}`}
        </h1>
        <SearchField
          value={shore.search.value}
          label={t('fleet.find')}
          testId="fleet-find"
          onSearch={(text) => shore.find(text)}
        />
      </header>
      <ul>
        {listed?.boats.map((boat) => (
          <Row key={boat.vessel} boat={boat} model={model} />
        ))}
      </ul>
      {listed !== undefined && <ListNote view={listed} />}
    </section>
  )
}
