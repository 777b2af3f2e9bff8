import type { PluginReport } from '@marinedata/model'
import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { useAlerts } from '#alerts/alerts-context.tsx'
import { isDistress, type ShownAlert } from '#alerts/alert.ts'
import { casualtyOf } from '#alerts/bands/casualty.ts'
import { useBoat, type Boat } from '#boat/boat.ts'
import { ActionRequests, Resource } from '#boat/requests.ts'
import { t, type WordKey } from '#words/screen-words.ts'
import { timeOfDay } from '#words/words.ts'

const plugin = 'distress'
const minutesToChoose = [5, 10, 15, 20, 30] as const
const defaultMinutes = 10
const readEveryMs = 5_000
const testEveryMs = 2_000

type Action = 'drill' | 'endDrill' | 'testBeacon'

/** The plugin that runs drills; undefined while it does not run. */
const practiceIn = (list: Readonly<Record<string, PluginReport>>): PluginReport | undefined => {
  const report = list[plugin]
  return report?.state === 'running' ? report : undefined
}

const hasAction = ({ manifest }: PluginReport, action: Action): boolean => {
  const { actions } = Object(manifest) as { readonly actions?: unknown }
  return Object.hasOwn(Object(actions) as object, action)
}

interface TestReport {
  readonly state: 'listening' | 'heard' | 'not-heard'
  readonly messages: number
}

const textOf = ({ state, messages }: TestReport): string => {
  if (state === 'listening') return t('alerts.practise.listening', { count: messages })
  return state === 'heard' ? t('alerts.practise.heard', { count: messages }) : t('alerts.practise.notHeard')
}

/** Runs the actions of the plugin. */
class Practice implements Disposable {
  readonly #boat: Boat
  readonly requests: ActionRequests<WordKey>
  readonly report: Resource<PluginReport | undefined>
  #testing: ReturnType<typeof setTimeout> | undefined

  constructor(boat: Boat) {
    this.#boat = boat
    this.report = new Resource(async () => practiceIn(await boat.client.call('GET plugins')))
    this.requests = new ActionRequests<WordKey>(boat, {
      scope: 'course.command',
      lost: 'alerts.noLink',
      forbidden: 'alerts.practise.notAllowed',
      keepsProblem: true,
    })
  }

  /** Resolves with the time at which the drill ends, in ISO 8601; undefined if it was refused. */
  async startDrill(minutes: number, placeBeacon: boolean): Promise<string | undefined> {
    const result = await this.#run('drill', { minutes, placeBeacon })
    const { endsAt } = Object(result) as { readonly endsAt?: unknown }
    return typeof endsAt === 'string' ? endsAt : undefined
  }

  async endDrill(): Promise<void> {
    await this.#run('endDrill', {})
  }

  /** Asks again until the plugin no longer listens. */
  async testBeacon(onReport: (report: TestReport) => void): Promise<void> {
    clearTimeout(this.#testing)
    // The plugin declares no schema for its answer: without a state there is nothing to show.
    const report = (await this.#run('testBeacon', {})) as Partial<TestReport> | undefined
    if (report?.state === undefined) return
    onReport({ state: report.state, messages: report.messages ?? 0 })
    if (report.state === 'listening')
      this.#testing = setTimeout(() => void this.testBeacon(onReport), testEveryMs)
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#testing)
    this.requests[Symbol.dispose]()
  }

  async #run(action: Action, body: object): Promise<unknown> {
    const done = await this.requests.send(() =>
      this.#boat.client.call('POST plugins/{plugin}/actions/{action}', { params: { plugin, action }, body }),
    )
    return done?.result
  }
}

interface PracticeProps {
  readonly practice: Practice
  readonly disabledReason: string | undefined
  readonly onNote: (note: string | undefined) => void
}

const isDrillAlert = (alert: ShownAlert): boolean => isDistress(alert) && casualtyOf(alert).isDrill

interface PracticeButtonProps extends Pick<PracticeProps, 'disabledReason'> {
  readonly testId: string
  readonly text: string
  readonly isStrong?: boolean
  readonly onClick: () => void
}

const PracticeButton = (props: PracticeButtonProps): JSX.Element => (
  <button
    type="button"
    class={props.isStrong === true ? 'button strong' : 'button'}
    data-testid={props.testId}
    disabled={props.disabledReason !== undefined}
    title={props.disabledReason}
    onClick={props.onClick}
  >
    {props.text}
  </button>
)

/** Ends the drill before its time. */
const EndButton = ({ practice, disabledReason, onNote }: PracticeProps): JSX.Element => (
  <PracticeButton
    testId="drill-end"
    text={t('alerts.practise.end')}
    disabledReason={disabledReason}
    onClick={() => void practice.endDrill().then(() => onNote(undefined))}
  />
)

interface MinutesProps {
  readonly minutes: number
  readonly onChoose: (minutes: number) => void
}

const MinutesField = ({ minutes, onChoose }: MinutesProps): JSX.Element => (
  <label class="field practise-minutes">
    {t('alerts.practise.minutes')}
    <select
      value={minutes}
      data-testid="drill-minutes"
      onChange={({ currentTarget }) => onChoose(Number(currentTarget.value))}
    >
      {minutesToChoose.map((choice) => (
        <option key={choice} value={choice}>
          {choice}
        </option>
      ))}
    </select>
  </label>
)

const DrillForm = ({ practice, disabledReason, onNote }: PracticeProps): JSX.Element => {
  const [minutes, setMinutes] = useState<number>(defaultMinutes)
  const [isPlaced, setPlaced] = useState(true)
  const start = (): void =>
    void practice.startDrill(minutes, isPlaced).then((endsAt) => {
      const time = endsAt === undefined ? undefined : timeOfDay(Date.parse(endsAt))
      onNote(time && t('alerts.practise.running', { time }))
    })
  return (
    <>
      <MinutesField minutes={minutes} onChoose={setMinutes} />
      <label class="practise-place">
        <input
          type="checkbox"
          checked={isPlaced}
          onChange={({ currentTarget }) => setPlaced(currentTarget.checked)}
        />
        {t('alerts.practise.place')}
      </label>
      <PracticeButton
        testId="drill-start"
        text={t('alerts.practise.start')}
        isStrong
        disabledReason={disabledReason}
        onClick={start}
      />
    </>
  )
}

const BeaconTest = ({ practice, disabledReason, onNote }: PracticeProps): JSX.Element => (
  <PracticeButton
    testId="beacon-test"
    text={t('alerts.practise.test')}
    disabledReason={disabledReason}
    onClick={() => void practice.testBeacon((report) => onNote(textOf(report)))}
  />
)

const Card = ({ practice }: Pick<PracticeProps, 'practice'>): JSX.Element => {
  const [note, setNote] = useState<string | undefined>(undefined)
  const isRunning = useAlerts().alerts.list.value.some(isDrillAlert)
  const reason = practice.requests.disabledReason.value
  const disabledReason = reason && t(reason)
  const shown = practice.requests.problem.value ?? disabledReason ?? note
  const props = { practice, disabledReason, onNote: setNote }
  return (
    <section class="card practise" data-testid="practise-card">
      <h2>{t('alerts.practise')}</h2>
      <p class="quiet">{t('alerts.practise.about')}</p>
      <div class="alerts-actions practise-actions">
        <DrillForm {...props} />
        {isRunning && <EndButton {...props} />}
        <BeaconTest {...props} />
      </div>
      {shown !== undefined && (
        <p role="status" data-testid="practise-note">
          {shown}
        </p>
      )}
    </section>
  )
}

/** Starts a drill with an automatic end, and tests a beacon of the boat. Shown while the plugin that can do it runs. */
export const PractiseCard = (): JSX.Element | null => {
  const boat = useBoat()
  const [practice] = useState(() => new Practice(boat))
  useEffect(() => practice.report.poll(readEveryMs, () => !boat.link.isLost.peek()), [practice])
  useEffect(() => () => practice[Symbol.dispose](), [practice])
  const found = practice.report.value.value
  return found !== undefined && hasAction(found, 'drill') ? <Card practice={practice} /> : null
}
