import type { JSX } from 'preact'
import { AlertIcon } from '#alerts/alert-icon.tsx'
import { useBoat } from '#boat/boat-context.ts'
import { ageText } from '#parts/readout.tsx'
import { timeOfDay } from '#words/times.ts'
import { t } from '#words/anchor.ts'
import { useAnchor } from './anchor-context.ts'
import { useOwnPlace } from './drawing/own-boat.tsx'
import { timeSpanText } from './state/time-text.ts'
import { toneOf, type Standing } from './state/standing.ts'

const priorities = { caution: 'caution', warning: 'warning', alarm: 'alarm' } as const

/** What is to be said of it when the watch itself says nothing. */
const wordsFor = (standing: Standing): string | undefined => {
  switch (standing) {
    case 'raised':
    case 'lost':
    case 'unwatched':
    case 'blind':
    case 'setting':
      return t(`anchor.says.${standing}`)
    default:
      return undefined
  }
}

const ToneIcon = ({ standing }: { readonly standing: Standing }): JSX.Element | null => {
  const tone = toneOf(standing)
  if (tone === 'calm' || tone === 'unknown') return null
  return <AlertIcon alert={{ priority: priorities[tone], status: 'acknowledged' }} isSteady />
}

/** How long the anchor has been down. */
const Since = (): JSX.Element | null => {
  const { now, link } = useBoat()
  const { logbook } = useAnchor()
  const since = logbook.downAt.value
  if (since === undefined || link.isLost.value) return null
  return (
    <time class="anchor-since" data-testid="anchor-since">
      {timeSpanText(now.value - since)}
    </time>
  )
}

/** How the anchor is watched, in one word and a sentence. */
export const Status = ({ children }: { readonly children?: JSX.Element | null }): JSX.Element => {
  const { desk } = useAnchor()
  const standing = desk.standing.value
  const isTold = standing === 'alarm' || standing === 'warning' || standing === 'caution'
  const words = (isTold || standing === 'degraded' ? desk.words.value : undefined) ?? wordsFor(standing)
  return (
    <header
      class="anchor-status"
      data-testid="anchor-state"
      data-standing={standing}
      data-tone={toneOf(standing)}
    >
      <ToneIcon standing={standing} />
      <div class="grow">
        <strong>{t(`anchor.state.${standing}`)}</strong> <Since />
        {words !== undefined && <p>{words}</p>}
      </div>
      {children}
    </header>
  )
}

const clockText = (ms: number): string => timeOfDay(ms, 'second')

/** When the boat was last seen, while it is not. */
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
  const ageMs = now.value - own.heardAt
  return (
    <p class="anchor-last-fix" data-testid="anchor-last-fix">
      {t('anchor.lastFix', { time: clockText(Date.now() - ageMs), age: ageText(ageMs) })}
    </p>
  )
}
