import type { WordKey } from '#words/screen-words.ts'

/** The effect of a key on the boat or the crew. Only one of these may be one careless key away from a screen. */
type Effect = 'steers' | 'answers' | 'shows'

interface KeyEntry {
  /** Names as given by `keyName`: letters are lower case, because Caps Lock must not change what a key does. */
  readonly keys: readonly string[]
  /** As printed on the keys. */
  readonly shown: string
  readonly does: WordKey
  readonly effect: Effect
}

/**
 * Every key of the console. Screens have digits and steering has letters, so that no slip of the Shift key turns the
 * boat.
 */
export const keyTable = [
  { keys: [' '], shown: 'Space', does: 'keys.standby', effect: 'steers' },
  { keys: ['ArrowLeft', 'ArrowRight'], shown: '← →', does: 'keys.one', effect: 'steers' },
  { keys: ['Shift+ArrowLeft', 'Shift+ArrowRight'], shown: 'Shift ← →', does: 'keys.ten', effect: 'steers' },
  { keys: ['e'], shown: 'E', does: 'keys.engage', effect: 'steers' },
  { keys: ['o'], shown: 'O', does: 'keys.mode', effect: 'steers' },
  { keys: ['t', 'g'], shown: 'T G', does: 'keys.tack', effect: 'steers' },
  { keys: ['v'], shown: 'V', does: 'keys.dodge', effect: 'steers' },
  { keys: ['m'], shown: 'M', does: 'keys.mob', effect: 'answers' },
  { keys: ['s'], shown: 'S', does: 'keys.silence', effect: 'answers' },
  { keys: ['k'], shown: 'K', does: 'keys.acknowledge', effect: 'answers' },
  {
    keys: ['1', '2', '3', '4', '5', '6', '7', '8', '9'],
    shown: '1 … 9',
    does: 'keys.screens',
    effect: 'shows',
  },
  { keys: ['+', '=', '-'], shown: '+ −', does: 'keys.zoom', effect: 'shows' },
  { keys: ['n'], shown: 'N', does: 'keys.palette', effect: 'shows' },
  { keys: ['f'], shown: 'F', does: 'keys.fullscreen', effect: 'shows' },
  { keys: ['Escape'], shown: 'Esc', does: 'keys.close', effect: 'shows' },
  { keys: ['?'], shown: '?', does: 'keys.list', effect: 'shows' },
] as const satisfies readonly KeyEntry[]

/** Keys of the number pad, while it is open. */
type PadKey = '0' | 'Backspace'

export type KeyName = (typeof keyTable)[number]['keys'][number] | PadKey
