import { answerableBy, tilesIn, type Answerable } from './worker-rules.ts'
import type { WorkerScope } from './worker-scope.ts'

/** Written in by the build: the addresses of all parts, the entry first, and what they are as a whole. */
declare const shellParts: readonly string[]
declare const shellVersion: string

// This file runs as a service worker and nowhere else.
const scope = globalThis as unknown as WorkerScope
const { origin } = scope.location

/** What belongs together is kept together: the page of one build with its own parts. */
const shellName = `shell-${shellVersion}`
const coastName = `coast-${shellVersion}`
/** What is kept is the same however it was packed. */
const packedAnyhow = { ignoreVary: true } as const
/** Out of range, nobody says that nobody answers. */
const patienceMs = 4_000

const keepShell = async (): Promise<void> => {
  const page = await fetch('/', { cache: 'no-cache' })
  const [entry = ''] = shellParts
  if (!(await page.clone().text()).includes(entry)) throw new TypeError('The boat has another console by now')
  const shell = await caches.open(shellName)
  // One after another: the boat has others to serve.
  for (const part of shellParts) await shell.add(part)
  await shell.put('/', page)
}

const keepCoast = async (tiles: readonly string[]): Promise<void> => {
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

const keptPage = async (): Promise<Response> =>
  (await caches.match('/', { ...packedAnyhow, cacheName: shellName })) ?? Response.error()

/** The boat's own page whenever the boat answers, so that nobody steers with an old console. */
const page = async (request: Request): Promise<Response> => {
  try {
    const response = await fetch(new Request(request, { signal: AbortSignal.timeout(patienceMs) }))
    return response.status < 500 ? response : await keptPage()
  } catch {
    return await keptPage()
  }
}

/** What is named after its contents, and the coast, is the same wherever it comes from. */
const keptOrFetched = async (request: Request, cacheName: string): Promise<Response> =>
  (await caches.match(request.url, { ...packedAnyhow, cacheName })) ?? (await fetch(request))

const answers: Readonly<Record<Answerable, (request: Request) => Promise<Response>>> = {
  page,
  part: (request) => keptOrFetched(request, shellName),
  coast: (request) => keptOrFetched(request, coastName),
}

scope.addEventListener('install', (event) => event.waitUntil(keepShell()))
scope.addEventListener('activate', (event) => event.waitUntil(forgetOthers()))
scope.addEventListener('message', (event) => event.waitUntil(keepCoast(tilesIn(event.data))))
scope.addEventListener('fetch', (event) => {
  const kind = answerableBy(origin, event.request)
  if (kind !== undefined) event.respondWith(answers[kind](event.request))
})
