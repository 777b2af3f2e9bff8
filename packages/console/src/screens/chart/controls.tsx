import { dashes } from '#units/quantities.ts'
import type { JSX, ComponentChildren } from 'preact'
import { useKeys } from '#page/keys.ts'
import { useBoat } from '#boat/boat.ts'
import { lineIcon } from '#theme/icons.tsx'
import { phaseWords } from '#pilot/pilot-notice.tsx'
import { usePilot } from '#pilot/pilot.ts'
import { targetText } from '#pilot/pilots.ts'
import { AdjustKeys } from '#pilot/steering-keys.tsx'
import { whyNotAim } from '#pilot/target-draft.ts'
import { t, type WordKey } from '#words/screen-words.ts'
import { useChartModel } from './state/chart-model.ts'
import type { Orientation } from '#navigation/chart-settings.ts'

export const chartIcons = {
  follow: lineIcon(
    <>
      <circle cx="12" cy="12" r="6" />
      <path d="M12 2v5M12 17v5M2 12h5M17 12h5" />
      <circle cx="12" cy="12" r="1" fill="currentColor" />
    </>,
  ),
  plus: lineIcon(<path d="M5 12h14M12 5v14" stroke-width="2.4" />),
  minus: lineIcon(<path d="M5 12h14" stroke-width="2.4" />),
  ships: lineIcon(<path d="M8 3l4.500 12h-9zM17 9l4 11h-8z" />),
  routes: lineIcon(
    <>
      <circle cx="5" cy="19" r="2.300" />
      <circle cx="19" cy="5" r="2.300" />
      <path d="M7.200 18.200c6-.8 1.500-6 5-7.700 2-1 3.600-1.500 5-3.700" stroke-dasharray="2.500 2.800" />
    </>,
  ),
  layers: lineIcon(
    <path d="M12 3l9 5-9 5-9-5zM3.500 12.200L12 17l8.500-4.800M3.500 16.200L12 21l8.500-4.800" />,
  ),
  tools: lineIcon(<path d="M4 6.500h16M4 12h16M4 17.500h16" />),
} as const

/** An arrow with the letter of the direction that is up. */
const UpArrow = ({ letter }: { readonly letter: string }): JSX.Element => (
  <span class="chart-up" aria-hidden="true">
    <svg viewBox="0 0 12 8" width="14" height="9" fill="currentColor">
      <path d="M6 0l6 8H0z" />
    </svg>
    {letter}
  </span>
)

/** The confirmed and the requested target. */
const Target = (): JSX.Element => {
  const { link } = useBoat()
  const { pilots, commands } = usePilot()
  const kind = pilots.kind.value
  const target = pilots.chosen.value?.target ?? null
  const pendingTarget = commands.pendingTarget.value
  const held = target === null ? dashes : targetText(target, kind)
  const status = link.isLost.value ? 'lost' : (pendingTarget?.phase ?? 'held')
  return (
    <output class="chart-pilot-target" data-testid="mini-target" data-status={status}>
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
        class="button standby"
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

interface ToolProps {
  readonly testId: string
  readonly word: WordKey
  readonly onClick: () => void
  readonly isPressed?: boolean
  readonly class?: string
  readonly children: ComponentChildren
}

const Tool = ({ testId, word, onClick, isPressed, class: extra = '', children }: ToolProps): JSX.Element => (
  <button
    type="button"
    class={`button chart-button ${extra}`}
    data-testid={testId}
    aria-label={t(word)}
    title={t(word)}
    aria-pressed={isPressed}
    onClick={onClick}
  >
    {children}
  </button>
)

const letters: Readonly<Record<Orientation, string>> = { north: 'N', head: 'H', course: 'C' }

const Orienting = (): JSX.Element => {
  const { settings, view } = useChartModel()
  const up = view.orientation.value
  return (
    <button
      type="button"
      class="button chart-button"
      data-testid="orientation"
      data-up={up}
      aria-label={t(`chart.orientation.${up}`)}
      title={t(`chart.orientation.${up}`)}
      onClick={() => settings.turn()}
    >
      <UpArrow letter={letters[up]} />
    </button>
  )
}

const openers = [
  { kind: 'tools', icon: 'tools', word: 'chart.tools', place: 'only-phone' },
  { kind: 'targets', icon: 'ships', word: 'chart.ships', place: 'only-wide' },
  { kind: 'routes', icon: 'routes', word: 'chart.routes', place: 'only-wide' },
  { kind: 'layers', icon: 'layers', word: 'chart.layers', place: 'only-wide' },
] as const

/** AIS targets, routes and charts: three buttons on wide screens, one on a phone. */
const Openers = (): JSX.Element => {
  const model = useChartModel()
  const { panel, surroundings } = model
  const open = panel.value?.kind
  const hasDanger = surroundings.targets.value.some(({ danger }) => danger !== undefined)
  const toggle = (kind: (typeof openers)[number]['kind']): void => {
    if (open === kind) model.close()
    else model.open(kind)
  }
  return (
    <>
      {openers.map(({ kind, icon, word, place }) => {
        const Icon = chartIcons[icon]
        const isGrave = hasDanger && (kind === 'targets' || kind === 'tools')
        return (
          <Tool
            key={kind}
            testId={icon}
            word={word}
            class={isGrave ? `${place} chart-danger` : place}
            isPressed={open === kind}
            onClick={() => toggle(kind)}
          >
            <Icon />
          </Tool>
        )
      })}
    </>
  )
}

/** Chart controls within reach of the thumb; on wide screens the less frequent ones are above. */
export const Controls = (): JSX.Element => {
  const { view } = useChartModel()
  return (
    <div class="chart-controls">
      <div class="chart-tools">
        <Tool
          testId="follow"
          word="chart.follow"
          isPressed={view.isFollowing.value}
          onClick={() => view.follow()}
        >
          <chartIcons.follow />
        </Tool>
        <Orienting />
        <Openers />
      </div>
      <div class="chart-zoom">
        <Tool testId="zoom-out" word="chart.zoomOut" onClick={() => view.zoomBy(-1)}>
          <chartIcons.minus />
        </Tool>
        <Tool testId="zoom-in" word="chart.zoomIn" onClick={() => view.zoomBy(1)}>
          <chartIcons.plus />
        </Tool>
      </div>
    </div>
  )
}
