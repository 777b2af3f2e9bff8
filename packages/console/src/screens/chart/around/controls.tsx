import type { ComponentChildren, JSX } from 'preact'
import { useRef } from 'preact/hooks'
import { t, type WordKey } from '#words/screen-words.ts'
import { chartIcons, UpArrow } from '#screens/chart/chart-icons.tsx'
import type { Orientation } from '#screens/chart/state/chart-settings.ts'
import { useChartModel } from '#screens/chart/chart-model-context.ts'

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
  const { memory, view } = useChartModel()
  const up = view.orientation.value
  return (
    <button
      type="button"
      class="button chart-button"
      data-testid="orientation"
      data-up={up}
      aria-label={t(`chart.orientation.${up}`)}
      title={t(`chart.orientation.${up}`)}
      onClick={() => memory.turn()}
    >
      <UpArrow letter={letters[up]} />
    </button>
  )
}

/** Acts on pointer down, so that the server stores the position of that moment. */
const MobButton = (): JSX.Element => {
  const { overboard } = useChartModel()
  const disabledReason = overboard.disabledReason.value
  const wasTouched = useRef(false)
  return (
    <button
      type="button"
      class="button strong chart-mob"
      data-testid="mob"
      aria-label={t('chart.mobSpoken')}
      title={disabledReason && t(disabledReason)}
      disabled={disabledReason !== undefined}
      onPointerDown={({ button }) => {
        wasTouched.current = button === 0
        if (button === 0) void overboard.press()
      }}
      onClick={() => {
        // A keyboard click has no pointer down.
        if (!wasTouched.current) void overboard.press()
        wasTouched.current = false
      }}
    >
      {t('chart.mob')}
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
        <MobButton />
      </div>
    </div>
  )
}
