import type { JSX } from 'preact'
import { useComputed } from '@preact/signals'
import { useBoat } from '#boat/boat-context.ts'
import type { Place } from '#boat/reading.ts'
import { HoldButton } from '#parts/hold-button.tsx'
import { ageText } from '#parts/readout.tsx'
import { timeOfDay } from '#words/times.ts'
import { t } from '#words/chart.ts'
import { CourseBar } from './course-bar.tsx'
import { seenFrom, useFigures } from '#screens/chart/figures.ts'
import { useTable } from '#screens/chart/table-context.ts'

const aboardMs = 800

/** When the boat was last known to be where it is drawn. */
const FixNotice = (): JSX.Element | null => {
  const { own } = useTable().lookout
  const told = useComputed(() => {
    const boat = own.value
    if (boat === undefined) return t('chart.noPosition')
    if (!boat.isOld) return undefined
    const time = timeOfDay(Date.now() - boat.age, 'second')
    return t('chart.lastFix', { time, age: ageText(boat.age) })
  }).value
  if (told === undefined) return null
  return (
    <p
      class="chart-notice chart-warning"
      role="status"
      data-testid={own.value === undefined ? 'no-position' : 'last-fix'}
    >
      {told}
    </p>
  )
}

const Way = ({ to }: { readonly to: Place }): JSX.Element => {
  const { own } = useTable().lookout
  const figures = useFigures()
  const { bearing, range } = seenFrom(own.value?.isOld === false ? own.value.place : undefined, to)
  return (
    <>
      {figures('bearing', bearing)} · {figures('distance', range)}
    </>
  )
}

/** Someone is in the water: which way, how far, and how it ends. */
const MobBar = (): JSX.Element | null => {
  const { overboard } = useTable()
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
        disabled={overboard.hindrance.value !== undefined}
        onHeld={() => void overboard.end()}
      >
        {t('chart.mobAboard')}
      </HoldButton>
    </div>
  )
}

/** Why something was refused, in the words of whoever refused it. */
const Problem = (): JSX.Element | null => {
  const { asker } = useTable()
  const { link } = useBoat()
  const problem = asker.problem.value
  if (problem === undefined || link.isLost.value) return null
  return (
    <p class="chart-notice chart-warning" role="alert" data-testid="chart-problem">
      {problem}
    </p>
  )
}

/** What was just drawn or removed here, and the way back. */
const Undo = (): JSX.Element | null => {
  const { asker, drawings } = useTable()
  const deed = drawings.deed.value
  if (deed === undefined) return null
  return (
    <div class="chart-notice" role="status" data-testid="drawn-deed">
      <span class="grow">{t(`chart.did.${deed.what}`, { name: deed.name })}</span>
      <button
        type="button"
        class="button"
        data-testid="drawn-undo"
        disabled={asker.hindrance.value !== undefined}
        onClick={() => void drawings.takeBack()}
      >
        {t('chart.undo')}
      </button>
    </div>
  )
}

/** What has to be known before anything else on the chart. */
export const Notices = (): JSX.Element => (
  <div class="chart-notices">
    <MobBar />
    <FixNotice />
    <Problem />
    <CourseBar />
    <Undo />
  </div>
)
