import { computed, effect, type ReadonlySignal, signal } from '@preact/signals'
import type { Boat } from '#boat/boat.ts'
import { type Place, placeIn, type Reading } from '#boat/values.ts'
import { offerValueHistory } from '#screens/history/value/long-press.ts'
import type { Console } from '#page/console-context.ts'
import type { ScreenId } from '#page/router.ts'

/** Deepest zoom level of the coastline. */
const deepest = 8
const mostLatitude = 85.05

/** Tile that contains a place. It changes only when the boat enters another tile. */
export const tileAt = ({ latitude, longitude }: Place, z: number): readonly [x: number, y: number] => {
  const count = 2 ** z
  const bounded = (Math.max(-mostLatitude, Math.min(mostLatitude, latitude)) * Math.PI) / 180
  const north = (1 - Math.atanh(Math.sin(bounded)) / Math.PI) / 2
  return [Math.floor(((longitude + 180) / 360) * count) % count, Math.floor(north * count)]
}

/** The whole earth is stored down to this zoom level. Missing deeper tiles are drawn from it. */
const wholeTo = 2

const rowsOf = (y: number, count: number, reach: number): number[] =>
  Array.from({ length: 2 * reach + 1 }, (_, step) => y - reach + step).filter(
    (row) => row >= 0 && row < count,
  )

/**
 * Tiles around a place at every zoom level, as `z/x/y`: the whole earth at the smallest scales and nine tiles at each
 * other level. At most 75 tiles, about 160 kB; the whole earth to the same depth has 40,000.
 */
export const coastAround = (place: Place): readonly string[] => {
  const addresses = new Set<string>()
  for (let z = 0; z <= deepest; z++) {
    const count = 2 ** z
    const reach = z <= wholeTo ? count : 1
    const [x, y] = tileAt(place, z)
    for (const row of rowsOf(y, count, reach))
      for (let column = x - reach; column <= x + reach; column++)
        addresses.add(`${z}/${(column + count) % count}/${row}`)
  }
  return [...addresses]
}

/** Zoom level at which a change of tile triggers storing another coast. A boat leaves such a tile after some hours. */
const watchedZoom = 8

interface WorkerPolicy {
  createScriptURL(input: string): string
}

interface TrustedTypes {
  createPolicy(name: string, rules: WorkerPolicy): WorkerPolicy
}

/** Browsers with trusted types require a trusted script URL. Ours is a constant. */
const workerAddress = (): string => {
  const rules: WorkerPolicy = { createScriptURL: () => '/worker.js' }
  const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes }
  return (trustedTypes?.createPolicy('worker', rules) ?? rules).createScriptURL('')
}

/** Added late: a short visit does not need the manifest, and the first load has a budget. */
const linkManifest = (): void => {
  for (const [rel, href] of [
    ['manifest', '/manifest.webmanifest'],
    ['apple-touch-icon', '/icon-192.png'],
  ] as const) {
    const link = document.createElement('link')
    link.rel = rel
    link.href = href
    document.head.append(link)
  }
}

/** Stores the coast around the boat, and again as the boat moves. */
const storeCoast = (worker: ServiceWorker, position: ReadonlySignal<Reading | undefined>): void => {
  const spot = computed(() => {
    const place = placeIn(position.value)
    return place && tileAt(place, watchedZoom).join()
  })
  effect(() => {
    const place = spot.value === undefined ? undefined : placeIn(position.peek())
    if (place !== undefined) worker.postMessage({ coast: coastAround(place) })
  })
}

/**
 * Makes the console installable and, on a secure connection, usable offline. Where a browser does not support this or
 * has no storage left, everything else works as before.
 */
const storeConsole = async (position: ReadonlySignal<Reading | undefined>): Promise<void> => {
  linkManifest()
  if (!('serviceWorker' in navigator)) return
  try {
    await navigator.serviceWorker.register(workerAddress(), { updateViaCache: 'none' })
    const { active } = await navigator.serviceWorker.ready
    if (active !== null) storeCoast(active, position)
  } catch {
    // A private window or a full device: the console then needs the boat.
  }
}

/** Lets the screen turn off again. */
type End = () => void

/** Browsers offer no wake lock on an unencrypted connection. Many keep the screen on while a video plays. */
const hold = async (page: Document): Promise<End> => {
  // The type says always present; it is present only on a secure connection.
  const lock = await (navigator as Partial<Navigator>).wakeLock?.request('screen')
  if (lock !== undefined) return () => void lock.release()
  const { playSilentVideo } = await import('./silent-video.ts')
  return await playSilentVideo(page)
}

/**
 * Keeps the screen on while wanted and the page is visible. Requests the lock again each time the page becomes visible.
 */
const stayAwake = (wanted: ReadonlySignal<boolean>, page: Document): Disposable => {
  const isSeen = signal(!page.hidden)
  const look = (): void => {
    isSeen.value = !page.hidden
  }
  const markState = (state: 'on' | 'off'): void => {
    page.documentElement.dataset['awake'] = state
  }
  const holding = effect(() => {
    if (!wanted.value || !isSeen.value) return undefined
    let isOver = false
    let end: End | undefined
    const begin = (ending: End): void => {
      if (isOver) return ending()
      end = ending
      markState('on')
    }
    // The device may refuse, for example when its battery is low.
    hold(page).then(begin, () => undefined)
    return () => {
      isOver = true
      end?.()
      markState('off')
    }
  })
  page.addEventListener('visibilitychange', look)
  return {
    [Symbol.dispose]: () => {
      page.removeEventListener('visibilitychange', look)
      holding()
    },
  }
}

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

/**
 * Starts the tasks of a page that stays open: keep the screen on, store the console for offline use, and open the last
 * day of a value on a long press.
 */
export const startBackgroundTasks = (boat: Boat, here: Console): void => {
  const { link, values } = boat
  const { preferences, router } = here
  offerValueHistory(boat, here)
  const isWanted = computed(() => preferences.of('awake').value && watching.has(router.route.value.screen))
  stayAwake(isWanted, document)
  onceLiveFor(link, keepAfterMs, () => void storeConsole(values.of('navigation.position')))
}

/** Deletes the stored console after a sign-out or a loss of access. */
export const deleteStoredConsole = async (): Promise<void> => {
  const registrations = await navigator.serviceWorker.getRegistrations()
  await Promise.all(registrations.map((registration) => registration.unregister()))
  const names = await caches.keys()
  await Promise.all(names.map((name) => caches.delete(name)))
}
