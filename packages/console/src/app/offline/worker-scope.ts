/** What happens to a service worker; it is let alone only when the promise is settled. */
export interface Lasting {
  waitUntil(work: Promise<unknown>): void
}

export interface Fetching extends Lasting {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}

export interface Told extends Lasting {
  readonly data: unknown
}

/** The world of a service worker, so far as ours needs it; the types of a page do not know it. */
export interface WorkerScope {
  readonly location: Location
  addEventListener(type: 'install' | 'activate', heed: (event: Lasting) => void): void
  addEventListener(type: 'fetch', heed: (event: Fetching) => void): void
  addEventListener(type: 'message', heed: (event: Told) => void): void
}
