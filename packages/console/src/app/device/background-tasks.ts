import { computed, effect } from '@preact/signals'
import type { Console } from '#app/console-context.ts'
import { storeConsole } from '#app/offline/store-console.ts'
import type { ScreenId } from '#app/router.ts'
import type { Boat } from '#boat/boat.ts'
import { stayAwake } from './wake-lock.ts'

/** Screens that keep the display on. */
const watching: ReadonlySet<ScreenId> = new Set(['helm', 'chart', 'anchor'])

/** Time a page has to be live before it stores itself: a short visit costs the boat nothing. */
const keepAfterMs = 12_000

/**
 * Runs `act` once the connection has been live for `ms`.
 * @returns cancels it
 */
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

/** Starts the tasks of a page that stays open: keep the screen on, and store the console for offline use. */
export const startBackgroundTasks = ({ link, values }: Boat, { preferences, router }: Console): void => {
  const isWanted = computed(() => preferences.of('awake').value && watching.has(router.route.value.screen))
  stayAwake(isWanted, document)
  onceLiveFor(link, keepAfterMs, () => void storeConsole(values.of('navigation.position')))
}
