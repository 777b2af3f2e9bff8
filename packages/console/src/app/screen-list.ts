import type { IconName } from '#parts/icons.tsx'
import type { WordKey } from '#words/words.ts'

interface Entry {
  readonly id: string
  readonly icon: IconName
  readonly word: WordKey
  /** Where the screen is linked: the bar of five, the rail of wide screens, or "More". */
  readonly place: 'bar' | 'rail' | 'more'
}

/** All screens, in display order. */
export const screenList = [
  { id: 'helm', icon: 'helm', word: 'screen.helm', place: 'bar' },
  { id: 'chart', icon: 'chart', word: 'screen.chart', place: 'bar' },
  { id: 'anchor', icon: 'anchor', word: 'screen.anchor', place: 'bar' },
  { id: 'alerts', icon: 'alerts', word: 'screen.alerts', place: 'bar' },
  { id: 'data', icon: 'data', word: 'screen.data', place: 'rail' },
  { id: 'devices', icon: 'devices', word: 'screen.devices', place: 'more' },
  { id: 'access', icon: 'access', word: 'screen.access', place: 'more' },
  { id: 'settings', icon: 'settings', word: 'screen.settings', place: 'more' },
  { id: 'more', icon: 'more', word: 'screen.more', place: 'bar' },
] as const satisfies readonly Entry[]

export type ScreenId = (typeof screenList)[number]['id']
