import type { PushMessage } from '@marinedata/model'
import { openAlerts, showPush, type WindowList } from './worker-push.ts'
import { answerableBy, tilesIn, type Answerable } from './worker-rules.ts'

/** An event of a service worker, which the browser keeps alive until the promise settles. */
interface Lasting {
  waitUntil(work: Promise<unknown>): void
}

interface Fetching extends Lasting {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}

interface WorkerMessage extends Lasting {
  readonly data: unknown
}

interface Pushed extends Lasting {
  readonly data: { json(): unknown } | null
}

interface NotificationTouched extends Lasting {
  readonly notification: { close(): void }
}

/** The part of the service worker's global scope that we use. The DOM types do not include it. */
interface WorkerScope {
  readonly location: Location
  readonly registration: ServiceWorkerRegistration
  readonly clients: WindowList
  addEventListener(type: 'install' | 'activate', listener: (event: Lasting) => void): void
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void
  addEventListener(type: 'message', listener: (event: WorkerMessage) => void): void
  addEventListener(type: 'push', listener: (event: Pushed) => void): void
  addEventListener(type: 'notificationclick', listener: (event: NotificationTouched) => void): void
}

/** Filled in by the build: the addresses of all parts, the entry first, and a hash of them all. */
declare const shellParts: readonly string[]
declare const shellVersion: string

// This file runs only as a service worker.
const scope = globalThis as unknown as WorkerScope
const { origin } = scope.location
const alertsAddress = '/#/alerts'

/** One cache for each build, so that a page never loads parts of another build. */
const shellName = `shell-${shellVersion}`
const coastName = `coast-${shellVersion}`
/** The cached content does not depend on how the response was compressed. */
const packedAnyhow = { ignoreVary: true } as const
/** Out of range, a request may hang without an error. */
const patienceMs = 4_000

const storeShell = async (): Promise<void> => {
  const page = await fetch('/', { cache: 'no-cache' })
  const [entry = ''] = shellParts
  if (!(await page.clone().text()).includes(entry)) throw new TypeError('The boat has another console by now')
  const shell = await caches.open(shellName)
  // One after another, to leave the server free for other clients.
  for (const part of shellParts) await shell.add(part)
  await shell.put('/', page)
}

const storeCoast = async (tiles: readonly string[]): Promise<void> => {
  const coast = await caches.open(coastName)
  const wanted = new Set(tiles.map((tile) => `${origin}/charts/coast/${tile}`))
  for (const { url } of await coast.keys()) if (!wanted.delete(url)) await coast.delete(url, packedAnyhow)
  for (const url of wanted) await coast.add(url)
}

const forgetOthers = async (): Promise<void> => {
  const names = await caches.keys()
  await Promise.all(
    names.filter((name) => name !== shellName && name !== coastName).map((name) => caches.delete(name)),
  )
}

const cachedPage = async (): Promise<Response> =>
  (await caches.match('/', { ...packedAnyhow, cacheName: shellName })) ?? Response.error()

/** Loads the page from the server if it responds, so that an outdated console is never used for steering. */
const page = async (request: Request): Promise<Response> => {
  try {
    const response = await fetch(new Request(request, { signal: AbortSignal.timeout(patienceMs) }))
    return response.status < 500 ? response : await cachedPage()
  } catch {
    return await cachedPage()
  }
}

/** Files named by their hash, and the coast, are immutable: the cache comes first. */
const cachedOrFetched = async (request: Request, cacheName: string): Promise<Response> =>
  (await caches.match(request.url, { ...packedAnyhow, cacheName })) ?? (await fetch(request))

const answers: Readonly<Record<Answerable, (request: Request) => Promise<Response>>> = {
  page,
  part: (request) => cachedOrFetched(request, shellName),
  coast: (request) => cachedOrFetched(request, coastName),
}

scope.addEventListener('install', (event) => event.waitUntil(storeShell()))
scope.addEventListener('activate', (event) => event.waitUntil(forgetOthers()))
scope.addEventListener('message', (event) => event.waitUntil(storeCoast(tilesIn(event.data))))
scope.addEventListener('fetch', (event) => {
  const kind = answerableBy(origin, event.request)
  if (kind !== undefined) event.respondWith(answers[kind](event.request))
})
scope.addEventListener('push', (event) => {
  // Only the boat can encrypt for this browser, so the message has its shape.
  const message = event.data?.json() as PushMessage | undefined
  if (message !== undefined)
    event.waitUntil(showPush(message, { registration: scope.registration, request: fetch }))
})
scope.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openAlerts(scope.clients, alertsAddress))
})
