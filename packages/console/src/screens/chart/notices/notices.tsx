import type { JSX } from 'preact'
import { useComputed } from '@preact/signals'
import { useBoat } from '#boat/boat-context.ts'
import type { Place } from '#boat/reading.ts'
import { HoldButton } from '#parts/hold-button.tsx'
import { ageText } from '#words/durations.ts'
import { timeOfDay } from '#words/times.ts'
import { t } from '#words/screen-words.ts'
import { CourseBar } from './course-bar.tsx'
import { seenFrom, useFigures } from '#screens/chart/figures.ts'
import { useChartModel } from '#screens/chart/chart-model-context.ts'

const aboardMs = 800

/** Time of the last fix. */
const FixNotice = (): JSX.Element | null => {
  const { own } = useChartModel().surroundings
  const text = useComputed(() => {
    const boat = own.value
    if (boat === undefined) return t('chart.noPosition')
    if (!boat.isOld) return undefined
    const time = timeOfDay(Date.now() - boat.age, 'second')
    return t('chart.lastFix', { time, age: ageText(boat.age) })
  }).value
  if (text === undefined) return null
  return (
    <p
      class="chart-notice chart-warning"
      role="status"
      data-testid={own.value === undefined ? 'no-position' : 'last-fix'}
    >
      {text}
    </p>
  )
}

const Way = ({ to }: { readonly to: Place }): JSX.Element => {
  const { own } = useChartModel().surroundings
  const figures = useFigures()
  const { bearing, range } = seenFrom(own.value?.isOld === false ? own.value.place : undefined, to)
  return (
    <>
      {figures('bearing', bearing)} · {figures('distance', range)}
    </>
  )
}

/** Man overboard: bearing, range, and a button to end it. */
const MobBar = (): JSX.Element | null => {
  const { overboard } = useChartModel()
  const casualty = overboard.casualty.value
  if (casualty === undefined) return null
  return (
    <div class="chart-notice chart-mob-bar" data-testid="mob-bar">
      <span class="grow">
        <strong>{t('chart.mobHere')}</strong>{' '}
        {casualty.place === undefined ? t('chart.mobNoFix') : <Way to={casualty.place} />}
      </span>
      <HoldButton
        ms={aboardMs}
        testId="mob-aboard"
        disabled={overboard.disabledReason.value !== undefined}
        onHeld={() => void overboard.end()}
      >
        {t('chart.mobAboard')}
      </HoldButton>
    </div>
  )
}

/** Why a request was refused, in the server's words. */
const Problem = (): JSX.Element | null => {
  const { requests } = useChartModel()
  const { link } = useBoat()
  const problem = requests.problem.value
  if (problem === undefined || link.isLost.value) return null
  return (
    <p class="chart-notice chart-warning" role="alert" data-testid="chart-problem">
      {problem}
    </p>
  )
}

/** Undoes the last change. */
const Undo = (): JSX.Element | null => {
  const { requests, drawings } = useChartModel()
  const lastChange = drawings.lastChange.value
  if (lastChange === undefined) return null
  return (
    <div class="chart-notice" role="status" data-testid="drawn-operation">
      <span class="grow">{t(`chart.did.${lastChange.what}`, { name: lastChange.name })}</span>
      <button
        type="button"
        class="button"
        data-testid="drawn-undo"
        disabled={requests.disabledReason.value !== undefined}
        onClick={() => void drawings.undo()}
      >
        {t('chart.undo')}
      </button>
    </div>
  )
}

/** The most important messages above the chart. */
export const Notices = (): JSX.Element => (
  <div class="chart-notices">
    <MobBar />
    <FixNotice />
    <Problem />
    <CourseBar />
    <Undo />
  </div>
)
