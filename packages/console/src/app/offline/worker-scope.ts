/** An event of a service worker, which the browser keeps alive until the promise settles. */
export interface Lasting {
  waitUntil(work: Promise<unknown>): void
}

export interface Fetching extends Lasting {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}

export interface WorkerMessage extends Lasting {
  readonly data: unknown
}

/** The part of the service worker's global scope that we use. The DOM types do not include it. */
export interface WorkerScope {
  readonly location: Location
  addEventListener(type: 'install' | 'activate', listener: (event: Lasting) => void): void
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void
  addEventListener(type: 'message', listener: (event: WorkerMessage) => void): void
}
