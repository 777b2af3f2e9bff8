import { computed, effect, type ReadonlySignal } from '@preact/signals'
import { placeIn, type Reading } from '#boat/reading.ts'
import { coastAround, tileAt } from './coast-around.ts'

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
export const storeConsole = async (position: ReadonlySignal<Reading | undefined>): Promise<void> => {
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
