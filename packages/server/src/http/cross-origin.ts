import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { IncomingMessage } from 'node:http'

export interface CrossOriginOptions {
  /** Whether a page of another origin asks that was given leave to. */
  readonly isGuest: (request: IncomingMessage) => boolean
  /** Which methods that address knows; undefined when nothing is there. */
  readonly methodsAt: (url: string) => readonly string[] | undefined
}

/** What a page may send beside what every page may. */
const sentHeaders = 'authorization, content-type, idempotency-key, if-none-match, x-helm-lease'
/** What a page may read beside what every page may. */
const readHeaders = 'etag, x-device'
const rememberedSeconds = 600

/** A browser asks so before it sends what a page of another origin wants to be sent. */
const isPreflight = ({ method, headers }: FastifyRequest): boolean =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined

/**
 * Lets pages of other origins ask and read what they are answered, when they were given leave to. They hold tokens of their
 * own: nothing here ever lets a browser send along what it keeps for the boat's own pages.
 */
export const welcomeGuests = (app: FastifyInstance, { isGuest, methodsAt }: CrossOriginOptions): void => {
  app.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers
    if (origin === undefined || !isGuest(request.raw)) return done()
    reply.header('access-control-allow-origin', origin).header('access-control-expose-headers', readHeaders)
    const methods = isPreflight(request) ? methodsAt(request.url) : undefined
    if (methods === undefined) return done()
    return reply
      .code(204)
      .header('access-control-allow-methods', methods.join(', '))
      .header('access-control-allow-headers', sentHeaders)
      .header('access-control-max-age', rememberedSeconds)
      .send()
  })
  // Also for those who are no guests: whatever keeps an answer must not give it to another page.
  app.addHook('onSend', async (_request, reply, payload) => {
    const vary = reply.getHeader('vary')
    reply.header('vary', vary === undefined ? 'origin' : `${String(vary)}, origin`)
    return payload
  })
}
