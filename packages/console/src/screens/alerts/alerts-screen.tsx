import type { PastAlert } from '@marinedata/model'
import { effect, type ReadonlySignal } from '@preact/signals'
import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { AnswerButton, AnswerNote } from '#alerts/alert-controls.tsx'
import { type ShownAlert, isAcknowledgeable, isSilenceable } from '#alerts/alert.ts'
import { useAlerts } from '#alerts/alerts-context.tsx'
import { type Boat, useBoat } from '#boat/boat.ts'
import { Resource } from '#boat/requests.ts'
import { ageText } from '#words/durations.ts'
import { usePilot } from '#pilot/pilot.ts'
import { t } from '#words/screen-words.ts'
import { AlertRow, PastRow, RefusedRow } from './alert-row.tsx'
import { CallCard } from './call-card.tsx'
import { PractiseCard } from './practise-card.tsx'
import './alerts-screen.css'

const readEveryMs = 60_000

interface PastPage {
  /** The newest first. */
  readonly alerts: readonly PastAlert[]
  /** On the clock of `performance.now()`. */
  readonly askedAt: number
}

/** The alerts that ended in the last day, read from the server. */
class PastAlertStore implements Disposable {
  readonly #link: Boat['link']
  readonly #ends: (() => void)[]
  readonly page: Resource<PastPage>

  constructor(
    { client, link }: Pick<Boat, 'client' | 'link'>,
    active: ReadonlySignal<readonly ShownAlert[]>,
  ) {
    this.#link = link
    this.page = new Resource(async () => {
      const askedAt = performance.now()
      return { alerts: await client.call('GET notifications/past'), askedAt }
    })
    const reading = setInterval(() => void this.#read(), readEveryMs)
    const readingWhenLive = effect(() => {
      if (!link.isLost.value) void this.#read()
    })
    this.#ends = [() => clearInterval(reading), readingWhenLive, this.#readWhenOneEnds(active)]
  }

  [Symbol.dispose](): void {
    for (const end of this.#ends) end()
  }

  #readWhenOneEnds(active: ReadonlySignal<readonly ShownAlert[]>): () => void {
    let before: readonly string[] = []
    return effect(() => {
      const ids = active.value.map(({ id }) => id)
      if (before.some((id) => !ids.includes(id))) void this.#read()
      before = ids
    })
  }

  async #read(): Promise<void> {
    if (!this.#link.isLost.peek()) await this.page.refresh()
  }
}

const Calm = (): JSX.Element => {
  const isLost = useBoat().link.isLost.value
  return (
    <div class="alerts-calm" data-testid="alerts-empty">
      {isLost ? (
        <p>{t('alerts.unknown')}</p>
      ) : (
        <>
          <svg viewBox="0 0 48 48" aria-hidden="true">
            <circle cx="24" cy="24" r="21" />
            <path d="M14.500 25l6.500 6.500L34 18" />
          </svg>
          <h2>{t('alerts.none')}</h2>
          <p class="quiet small">{t('alerts.noneLong')}</p>
        </>
      )}
    </div>
  )
}

/** Acts on all alerts listed at this moment. */
const AnswerAll = (): JSX.Element | null => {
  const { alerts } = useAlerts()
  const list = alerts.list.value
  if (list.length < 2) return null
  return (
    <div class="alerts-all">
      <AnswerButton
        text={t('alerts.silenceAll')}
        testId="silence-all"
        isIdle={!list.some(isSilenceable)}
        onAnswer={() => void alerts.silence(list)}
      />
      <AnswerButton
        text={t('alerts.acknowledgeAll')}
        testId="ack-all"
        isIdle={!list.some(isAcknowledgeable)}
        onAnswer={() => void alerts.acknowledge(list)}
      />
    </div>
  )
}

const ActiveAlertList = (): JSX.Element => {
  const { alerts } = useAlerts()
  const list = alerts.list.value
  if (list.length === 0) return <Calm />
  return (
    <section class="alerts-active">
      <AnswerNote />
      <ul class="alerts-list" data-testid="alert-list">
        {list.map((alert) => (
          <AlertRow key={alert.key} alert={alert} />
        ))}
      </ul>
      <AnswerAll />
    </section>
  )
}

/** Commands from this page that were refused. */
const Refused = (): JSX.Element | null => {
  const refusals = usePilot().refusals.value
  if (refusals.length === 0) return null
  return (
    <section class="alerts-past">
      <h2>{t('alerts.refused')}</h2>
      <ul class="alerts-list">
        {refusals.map((refusal) => (
          <RefusedRow key={refusal.receivedAt} refusal={refusal} />
        ))}
      </ul>
    </section>
  )
}

/** Whether alarms sound on this device, with a test. */
const SoundCard = (): JSX.Element => {
  const { sound } = useAlerts()
  const isArmed = sound.isArmed.value
  return (
    <section class="card alerts-sound">
      <div class="grow">
        <h2>{t('alerts.sound')}</h2>
        <p class="quiet">{t(isArmed ? 'alerts.sound.on' : 'alerts.sound.off')}</p>
      </div>
      <div class="alerts-actions">
        {isArmed && (
          <button type="button" class="button" data-testid="sound-off" onClick={() => sound.switchOff()}>
            {t('alerts.sound.switchOff')}
          </button>
        )}
        <button
          type="button"
          class={`button ${isArmed ? '' : 'strong'}`}
          data-testid="sound-test"
          data-arms=""
          onClick={() => void sound.arm('test')}
        >
          {t(isArmed ? 'alerts.sound.test' : 'alerts.sound.arm')}
        </button>
      </div>
    </section>
  )
}

/** How up to date the list is. */
const PastNote = ({ page }: { readonly page: PastPage | undefined }): JSX.Element => {
  const { link, now } = useBoat()
  const words = (): string => {
    if (page === undefined) return t(link.isLost.value ? 'alerts.pastUnknown' : 'alerts.pastAsked')
    const note = t(page.alerts.length === 0 ? 'alerts.pastNone' : 'alerts.pastNote')
    if (!link.isLost.value) return note
    return `${t('alerts.pastOld', { age: ageText(now.value - page.askedAt) })} ${note}`
  }
  return (
    <p class="quiet small" data-testid="past-note">
      {words()}
    </p>
  )
}

/** Alerts of the last day, for a change of watch. */
const Past = (): JSX.Element => {
  const boat = useBoat()
  const { alerts } = useAlerts()
  const [store] = useState(() => new PastAlertStore(boat, alerts.list))
  useEffect(() => () => store[Symbol.dispose](), [store])
  const page = store.page.value.value
  return (
    <section class="alerts-past">
      <h2>{t('alerts.past')}</h2>
      <PastNote page={page} />
      <ul class="alerts-list">
        {page?.alerts.map((past) => (
          <PastRow key={past.id} past={past} />
        ))}
      </ul>
    </section>
  )
}

/** Active alerts by priority, sound of this device, and past alerts. */
export const AlertsScreen = (): JSX.Element => (
  <div class="page">
    <ActiveAlertList />
    <Refused />
    <SoundCard />
    <CallCard />
    <PractiseCard />
    <Past />
  </div>
)
