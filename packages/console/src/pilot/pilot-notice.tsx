import type { JSX } from 'preact'
import { useBoat } from '#boat/boat-context.ts'
import { t } from '#words/words.ts'
import type { Pilot } from './pilot.ts'
import { usePilot } from './pilot-context.ts'
import { targetText } from './steering-kind.ts'

const shownMs = 8_000

interface Notice {
  readonly text: string
  readonly testId: string
  readonly button?: { readonly text: string; readonly act: () => void; readonly isOff: boolean }
}

const unconfirmedCommand = ({ commands }: Pilot): Notice | undefined => {
  const pendingCommand = commands.pendingCommand.value
  if (pendingCommand?.phase !== 'unconfirmed') return undefined
  const text =
    pendingCommand.kind === 'disengage' ? t('helm.standbyUnconfirmed') : t('helm.commandUnconfirmed')
  return { text, testId: 'not-confirmed' }
}

const unconfirmedTarget = ({ commands, pilots, disabledReason }: Pilot): Notice | undefined => {
  const target = pilots.chosen.value?.target ?? null
  if (commands.pendingTarget.value?.phase !== 'unconfirmed' || target === null) return undefined
  return {
    text: t('helm.notConfirmedHolds', { target: targetText(target, pilots.kind.value) }),
    testId: 'not-confirmed',
    button: {
      text: t('shell.retry'),
      act: () => commands.retry(),
      isOff: disabledReason.value !== undefined,
    },
  }
}

const refused = ({ refusals }: Pilot, now: number): Notice | undefined => {
  const [latest] = refusals.value
  return latest === undefined || now - latest.receivedAt > shownMs
    ? undefined
    : { text: latest.words, testId: 'refused' }
}

const helmTaken = ({ lease }: Pilot): Notice | undefined => {
  const taker = lease.takenBy.value
  if (taker === undefined) return undefined
  const button = { text: t('helm.understood'), act: () => lease.forgetTaker(), isOff: false }
  return { text: t('helm.taken', { taker }), testId: 'helm-taken', button }
}

/** The most important message for the user who commands. */
export const PilotNotice = ({ place }: { readonly place: 'strip' | 'dial' }): JSX.Element | null => {
  const pilot = usePilot()
  const { now } = useBoat()
  const notice =
    unconfirmedCommand(pilot) ?? refused(pilot, now.value) ?? unconfirmedTarget(pilot) ?? helmTaken(pilot)
  if (notice === undefined) return null
  const { text, testId, button } = notice
  return (
    <div class={`pilot-notice at-${place}`} role="status" data-testid={testId}>
      <span>{text}</span>
      {button !== undefined && (
        <button
          type="button"
          class="button"
          data-testid={`${testId}-answer`}
          disabled={button.isOff}
          onClick={button.act}
        >
          {button.text}
        </button>
      )}
    </div>
  )
}
