import type { JSX } from 'preact'
import type { ConsoleClient } from '@marinedata/model'
import { AlertIcon } from '#alerts/alert-icon.tsx'
import { useAlerts } from '#alerts/alerts-context.tsx'
import { t } from '#words/screen-words.ts'
import { alarmDevicesOf, type AlarmDevices } from './state/alarm-devices.ts'

const percent = (battery: number): number => Math.round(battery * 100)

const nameOf = ({ name, id }: ConsoleClient, here: string): string =>
  id === here ? t('anchor.wakes.here', { name }) : name

const Listener = ({
  station,
  here,
}: {
  readonly station: ConsoleClient
  readonly here: string
}): JSX.Element => (
  <li data-testid="anchor-listener" data-armed={station.wakes} data-here={station.id === here}>
    <span aria-hidden="true">{station.wakes ? '✓' : '✕'}</span> {nameOf(station, here)}
    {station.id !== here && <span class="quiet"> {station.who}</span>}
    {station.battery !== null && <span class="quiet"> {percent(station.battery)} %</span>}
    {!station.wakes && (
      <span class="quiet"> {t(station.sound ? 'anchor.wakes.untested' : 'anchor.wakes.silent')}</span>
    )}
  </li>
)

const faultText = ({ fault, armed: [only] }: AlarmDevices): string | undefined => {
  switch (fault) {
    case 'nobody':
      return t('anchor.wakes.nobody')
    case 'weak':
      return t('anchor.wakes.weak', { name: only?.name ?? '', battery: percent(only?.battery ?? 0) })
    case 'unknown':
      return t('anchor.wakes.unknown')
    default:
      return undefined
  }
}

const Fault = ({ listeners }: { readonly listeners: AlarmDevices }): JSX.Element | null => {
  const text = faultText(listeners)
  if (text === undefined) return null
  const isCaution = listeners.fault !== 'unknown'
  return (
    <p class={isCaution ? 'anchor-caution' : 'quiet'} data-testid="anchor-listeners-fault" role="status">
      {isCaution && <AlertIcon alert={{ priority: 'caution', status: 'acknowledged' }} isSteady />}
      {text}
    </p>
  )
}

/** The devices that will sound the alarm, with a warning if none will. */
export const AlarmDeviceList = (): JSX.Element => {
  const { stations, sound } = useAlerts()
  const listeners = alarmDevicesOf(stations.list.value)
  return (
    <section class="anchor-wakes" data-testid="anchor-wakes" aria-label={t('anchor.wakes')}>
      <div class="grow">
        <Fault listeners={listeners} />
        <ul>
          {listeners.armed.length > 0 && <li class="quiet">{t('anchor.wakes')}</li>}
          {[...listeners.armed, ...listeners.silent].map((station) => (
            <Listener key={station.id} station={station} here={stations.id} />
          ))}
        </ul>
      </div>
      <button
        type="button"
        class="button"
        data-testid="anchor-test-alarm"
        data-arms=""
        onClick={() => void sound.arm('test')}
      >
        {t('anchor.test')}
      </button>
    </section>
  )
}
