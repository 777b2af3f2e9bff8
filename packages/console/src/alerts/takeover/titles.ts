import { anchorPath, overboardPath, type ShownAlert } from '#alerts/alert.ts'
import { callPath } from '#alerts/crew-call.ts'
import { t, type WordKey } from '#words/words.ts'

const words: Readonly<Record<string, WordKey>> = {
  [anchorPath]: 'alerts.title.anchor',
  [overboardPath]: 'alerts.title.mob',
  [callPath]: 'alerts.title.call',
}

/** Title of an alarm. */
export const titleOf = ({ path, priority }: ShownAlert): string =>
  t(words[path] ?? (priority === 'emergency' ? 'alerts.title.emergency' : 'alerts.title.alarm'))
