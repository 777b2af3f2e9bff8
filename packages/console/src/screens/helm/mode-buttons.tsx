import { useComputed, type ReadonlySignal } from '@preact/signals'
import type { JSX } from 'preact'
import { modeName } from '#pilot/pilot-notice.tsx'
import { disabledReasonText, usePilot } from '#pilot/pilot.ts'
import { bearingText } from '#units/quantities.ts'
import { t } from '#words/words.ts'

/** The course that ROUTE follows: `187°T Lightship`; undefined without one. */
export const useCourseText = (): ReadonlySignal<string | undefined> => {
  const { guidance } = usePilot()
  return useComputed(() => {
    if (guidance.value === undefined) return undefined
    const { waypoint, courseToSteer } = guidance.value
    return `${bearingText(courseToSteer)}°T ${waypoint.name}`
  })
}

/** Why a mode cannot be selected; undefined if it can. */
const useWhyNot = (lacksCourse: boolean): string | undefined => {
  const { disabledReason, lease, pilots } = usePilot()
  if (disabledReason.value !== undefined) return disabledReasonText(disabledReason.value, lease.other.value)
  const action = pilots.action('set-mode')
  if (action?.available === false) return action.reason
  return lacksCourse ? t('helm.noCourseMore') : undefined
}

interface ModeButtonProps {
  readonly mode: string
  /** A further line, such as the course that the mode follows. */
  readonly more?: string
  readonly lacksCourse?: boolean
}

const ModeButton = ({ mode, more, lacksCourse = false }: ModeButtonProps): JSX.Element => {
  const { pilots, commands } = usePilot()
  const pendingCommand = commands.pendingCommand.value
  const isChosen = mode === pilots.chosen.value?.mode
  const why = useWhyNot(lacksCourse && !isChosen)
  return (
    <button
      type="button"
      class="button"
      data-testid={`mode-${mode}`}
      aria-pressed={isChosen}
      data-asked={pendingCommand?.kind === 'mode' && pendingCommand.mode === mode}
      disabled={why !== undefined}
      title={why ?? more}
      onClick={() => void commands.setMode(mode)}
    >
      {modeName(mode)}
      {more !== undefined && <small data-testid="route-course">{more}</small>}
    </button>
  )
}

/** Shows the course that the mode follows. Disabled without one. */
const RouteButton = ({ mode }: { readonly mode: string }): JSX.Element => {
  const course = useCourseText().value
  return <ModeButton mode={mode} more={course ?? t('helm.noCourse')} lacksCourse={course === undefined} />
}

/** Selects the mode. Never engages. */
export const ModeButtons = (): JSX.Element => {
  const { pilots, routeMode } = usePilot()
  const modes = pilots.description.value?.options.mode ?? []
  return (
    <div class="helm-modes" role="group" aria-label={t('helm.modes')}>
      {modes.map((mode) =>
        mode === routeMode.value ? (
          <RouteButton key={mode} mode={mode} />
        ) : (
          <ModeButton key={mode} mode={mode} />
        ),
      )}
    </div>
  )
}
