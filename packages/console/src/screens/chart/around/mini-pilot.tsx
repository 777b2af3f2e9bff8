import type { JSX } from 'preact'
import { useKeys } from '#app/keys.ts'
import { useBoat } from '#boat/boat-context.ts'
import { usePilot } from '#pilot/pilot-context.ts'
import { phaseWords } from '#pilot/pilot-words.ts'
import { targetText } from '#pilot/steering-kind.ts'
import { AdjustKeys } from '#screens/helm/adjust-keys.tsx'
import { whyNotAim } from '#screens/helm/use-may-aim.ts'
import { t } from '#words/screen-words.ts'
import { dashes } from '#units/quantities.ts'

/** The confirmed and the requested target. */
const Target = (): JSX.Element => {
  const { link } = useBoat()
  const { pilots, commands } = usePilot()
  const kind = pilots.kind.value
  const target = pilots.chosen.value?.target ?? null
  const pendingTarget = commands.pendingTarget.value
  const held = target === null ? dashes : targetText(target, kind)
  const look = link.isLost.value ? 'lost' : (pendingTarget?.phase ?? 'held')
  return (
    <output class="chart-pilot-target" data-testid="mini-target" data-look={look}>
      <strong>
        {pendingTarget === undefined ? held : `${held} ▸ ${targetText(pendingTarget.wanted, kind)}`}
      </strong>
      <small>{t(pendingTarget === undefined ? 'helm.target' : phaseWords[pendingTarget.phase])}</small>
    </output>
  )
}

const useSteeringKeys = (): void => {
  const pilot = usePilot()
  const adjust = (by: number) => (): void => {
    if (whyNotAim(pilot) === undefined) pilot.commands.adjust(by)
  }
  useKeys({
    ArrowLeft: adjust(-1),
    ArrowRight: adjust(1),
    'Shift+ArrowLeft': adjust(-10),
    'Shift+ArrowRight': adjust(10),
  })
}

const Steering = (): JSX.Element => {
  const { commands, mayStandBy } = usePilot()
  useSteeringKeys()
  return (
    <section class="chart-pilot" data-testid="mini-pilot" aria-label={t('helm.pilot')}>
      <AdjustKeys />
      <Target />
      <button
        type="button"
        class="button strong"
        data-testid="mini-standby"
        aria-label={t('helm.standby')}
        disabled={!mayStandBy.value}
        onClick={() => void commands.standby()}
      >
        ■ {t('chart.standby')}
      </button>
    </section>
  )
}

/** Steering keys below the chart while the autopilot is engaged, on wide screens. */
export const MiniPilot = (): JSX.Element | null =>
  usePilot().pilots.chosen.value?.isEngaged === true ? <Steering /> : null
