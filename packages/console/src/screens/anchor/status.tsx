import type { JSX } from 'preact'
import { AlertIcon } from '#alerts/alert-icon.tsx'
import { useBoat } from '#boat/boat-context.ts'
import { ageText, durationText } from '#words/durations.ts'
import { timeOfDay } from '#words/times.ts'
import { t } from '#words/screen-words.ts'
import { useAnchor } from './anchor-context.ts'
import { useOwnPlace } from './drawing/own-boat.tsx'
import { toneOf, type WatchState } from './state/watch-state.ts'

const priorities = { caution: 'caution', warning: 'warning', alarm: 'alarm' } as const

/** The text of a state for which the watch has no message. */
const wordsFor = (watchState: WatchState): string | undefined => {
  switch (watchState) {
    case 'raised':
    case 'lost':
    case 'unwatched':
    case 'blind':
    case 'setting':
      return t(`anchor.says.${watchState}`)
    default:
      return undefined
  }
}

const ToneIcon = ({ watchState }: { readonly watchState: WatchState }): JSX.Element | null => {
  const tone = toneOf(watchState)
  if (tone === 'calm' || tone === 'unknown') return null
  return <AlertIcon alert={{ priority: priorities[tone], status: 'acknowledged' }} isSteady />
}

/** How long the anchor has been down. */
const Since = (): JSX.Element | null => {
  const { now, link } = useBoat()
  const { trackHistory } = useAnchor()
  const since = trackHistory.downAt.value
  if (since === undefined || link.isLost.value) return null
  return (
    <time class="anchor-since" data-testid="anchor-since">
      {durationText(now.value - since)}
    </time>
  )
}

/** State of the watch: one word and one sentence. */
export const Status = ({ children }: { readonly children?: JSX.Element | null }): JSX.Element => {
  const { controller } = useAnchor()
  const watchState = controller.watchState.value
  const hasMessage = watchState === 'alarm' || watchState === 'warning' || watchState === 'caution'
  const words =
    (hasMessage || watchState === 'degraded' ? controller.words.value : undefined) ?? wordsFor(watchState)
  return (
    <header
      class="anchor-status"
      data-testid="anchor-state"
      data-standing={watchState}
      data-tone={toneOf(watchState)}
    >
      <ToneIcon watchState={watchState} />
      <div class="grow">
        <strong>{t(`anchor.state.${watchState}`)}</strong> <Since />
        {words !== undefined && <p>{words}</p>}
      </div>
      {children}
    </header>
  )
}

const clockText = (ms: number): string => timeOfDay(ms, 'second')

/** Time of the last fix, while there is no fresh one. */
export const LastFix = (): JSX.Element | null => {
  const { now } = useBoat()
  const own = useOwnPlace()
  if (own === undefined)
    return (
      <p class="anchor-last-fix" data-testid="anchor-last-fix">
        {t('anchor.noFix')}
      </p>
    )
  if (!own.isOld) return null
  const ageMs = now.value - own.receivedAt
  return (
    <p class="anchor-last-fix" data-testid="anchor-last-fix">
      {t('anchor.lastFix', { time: clockText(Date.now() - ageMs), age: ageText(ageMs) })}
    </p>
  )
}
