import { computed, effect, type ReadonlySignal } from '@preact/signals'
import { placeIn, type Reading } from '#boat/reading.ts'
import { coastAround, tileAt } from './coast-around.ts'

/** So deep the boat's tile is looked at: it is left after some hours, and then another coast is kept. */
const watchedZoom = 8

interface WorkerPolicy {
  createScriptURL(input: string): string
}

interface TrustedTypes {
  createPolicy(name: string, rules: WorkerPolicy): WorkerPolicy
}

/** Where browsers know trusted types, the address of a worker is one; ours is always the same. */
const workerAddress = (): string => {
  const rules: WorkerPolicy = { createScriptURL: () => '/worker.js' }
  const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes }
  return (trustedTypes?.createPolicy('worker', rules) ?? rules).createScriptURL('')
}

/** Only now: whoever just looks has no use for it, and the first load has a budget. */
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

/** Keeps the coast around the boat, and around where it goes. */
const keepCoast = (worker: ServiceWorker, position: ReadonlySignal<Reading | undefined>): void => {
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
 * Lets the console be put on a home screen and, over a safe line, be opened where the boat cannot be reached. Where a
 * browser does not offer it, or has no room, everything else works as before.
 */
export const keepConsole = async (position: ReadonlySignal<Reading | undefined>): Promise<void> => {
  linkManifest()
  if (!('serviceWorker' in navigator)) return
  try {
    await navigator.serviceWorker.register(workerAddress(), { updateViaCache: 'none' })
    const { active } = await navigator.serviceWorker.ready
    if (active !== null) keepCoast(active, position)
  } catch {
    // A private window, or a full device: then the console needs the boat.
  }
}
