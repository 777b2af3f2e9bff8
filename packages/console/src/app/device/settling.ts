import { computed, effect } from '@preact/signals'
import type { Console } from '#app/console-context.ts'
import { keepConsole } from '#app/offline/keeping.ts'
import type { ScreenId } from '#app/router.ts'
import type { Boat } from '#boat/boat.ts'
import { stayAwake } from './awake.ts'

/** Screens on which someone watches the boat. */
const watching: ReadonlySet<ScreenId> = new Set(['helm', 'chart', 'anchor'])

/** So long a page has to be live until it is worth keeping: whoever just looks in costs the boat nothing. */
const keepAfterMs = 12_000

/** Does once what is live for so long. @returns takes it back */
const onceLiveFor = ({ state }: Boat['link'], ms: number, act: () => void): (() => void) => {
  let isDone = false
  return effect(() => {
    if (isDone || state.value !== 'live') return undefined
    const timer = setTimeout(() => {
      isDone = true
      act()
    }, ms)
    return () => clearTimeout(timer)
  })
}

/** What a page does that has come to stay: it keeps the screen on, and itself for later. */
export const settleIn = ({ link, values }: Boat, { preferences, router }: Console): void => {
  const isWanted = computed(() => preferences.of('awake').value && watching.has(router.route.value.screen))
  stayAwake(isWanted, document)
  onceLiveFor(link, keepAfterMs, () => void keepConsole(values.of('navigation.position')))
}
