import {
  testAlarmPath,
  type AlertCallList,
  type AlertCallReport,
  type AlertChannelList,
  type AlertReceipt,
} from '@marinedata/model'
import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { useAlerts } from '#alerts/alerts-context.tsx'
import { helpAddress } from '#device/device.tsx'
import { type Boat, errorText, useBoat } from '#boat/boat.ts'
import { Resource } from '#boat/requests.ts'
import { t } from '#words/screen-words.ts'
import { withoutDirection } from '#words/words.ts'
import { PushRegistration } from './push-registration.ts'
import './call-card.css'

const readEveryMs = 2_000

interface CallPage {
  readonly channels: AlertChannelList
  /** The newest first. */
  readonly calls: AlertCallList
}

const loadCalls = ({ client }: Boat) =>
  new Resource<CallPage>(async () => ({
    channels: await client.call('GET notifications/channels'),
    calls: await client.call('GET notifications/calls'),
  }))

const ReceiptRow = ({ receipt }: { readonly receipt: AlertReceipt }): JSX.Element => {
  const { label, to, state, reason, seconds } = receipt
  return (
    <li class="call-leg" data-testid="call-leg" data-state={state}>
      <span class="call-mark" aria-hidden="true" />
      <span class="grow">
        <b>{label}</b>
        {to !== label && <span class="quiet"> {to}</span>}
        {reason !== undefined && <span class="call-reason">{reason}</span>}
      </span>
      <span class="call-state">
        {t(`alerts.receipt.${state}`)}
        {state !== 'waiting' && state !== 'calling' && (
          <span class="quiet"> {t('alerts.receiptSeconds', { seconds: seconds.toFixed(1) })}</span>
        )}
      </span>
    </li>
  )
}

/** The legs of one call, each with its result and time. */
const Legs = ({ call }: { readonly call: AlertCallReport }): JSX.Element => (
  <section class="call-report" data-testid="call-report">
    <h3>{call.path === testAlarmPath ? t('alerts.lastTest') : withoutDirection(call.message)}</h3>
    <ul class="call-legs">
      {call.receipts.map((receipt) => (
        <ReceiptRow key={`${receipt.channel} ${receipt.to}`} receipt={receipt} />
      ))}
    </ul>
  </section>
)

const Channels = ({ channels }: Pick<CallPage, 'channels'>): JSX.Element =>
  channels.length === 0 ? (
    <p class="call-nobody" data-testid="call-nobody">
      {t('alerts.callsNobody')}
    </p>
  ) : (
    <p class="quiet" data-testid="call-channels">
      {channels
        .map(({ label, after }) => (after === 0 ? label : t('alerts.callAfter', { label, seconds: after })))
        .join(' · ')}
    </p>
  )

/** Turns pushes to this browser on and off. */
const PushButton = ({ push }: { readonly push: PushRegistration }): JSX.Element => {
  const state = push.state.value
  if (state === 'unavailable')
    return (
      <a class="button plain" href={helpAddress} data-testid="push-help">
        {t('alerts.push.unavailable')}
      </a>
    )
  if (state === 'on')
    return (
      <button type="button" class="button" data-testid="push-off" onClick={() => void push.turnOff()}>
        {t('alerts.push.turnOff')}
      </button>
    )
  return (
    <button
      type="button"
      class="button"
      data-testid="push-on"
      disabled={state === 'unknown'}
      onClick={() => void push.turnOn()}
    >
      {t('alerts.push.turnOn')}
    </button>
  )
}

/** On which channels an alarm calls people, a test of all of them, and what became of the last call. */
export const CallCard = (): JSX.Element => {
  const boat = useBoat()
  const { consoleClients } = useAlerts()
  const name = (): string =>
    consoleClients.list.peek()?.find(({ id }) => id === consoleClients.id)?.name ?? t('alerts.push.phone')
  const [page] = useState(() => loadCalls(boat))
  const [push] = useState(() => new PushRegistration(boat.client, name))
  const [problem, setProblem] = useState<string | undefined>(undefined)
  useEffect(() => page.poll(readEveryMs, () => !boat.link.isLost.peek()), [page])
  const test = (): void => {
    setProblem(undefined)
    boat.client
      .call('POST notifications/test')
      .then(() => page.refresh())
      .catch((error: unknown) => setProblem(errorText(error)))
  }
  const shown = page.value.value
  const [last] = shown?.calls ?? []
  const fault = problem ?? push.problem.value
  return (
    <section class="card call-card" data-testid="call-card">
      <div class="alerts-sound">
        <div class="grow">
          <h2>{t('alerts.calls')}</h2>
          {shown !== undefined && <Channels channels={shown.channels} />}
          {push.state.value === 'denied' && <p class="call-reason">{t('alerts.push.denied')}</p>}
          {fault !== undefined && <p class="call-reason">{fault}</p>}
        </div>
        <div class="alerts-actions">
          <PushButton push={push} />
          <button type="button" class="button strong" data-testid="test-alarm" onClick={test}>
            {t('alerts.testAlarm')}
          </button>
        </div>
      </div>
      {last !== undefined && <Legs call={last} />}
    </section>
  )
}
