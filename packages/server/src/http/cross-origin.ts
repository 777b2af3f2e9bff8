import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { IncomingMessage } from 'node:http'
import type { Gate } from '../gate.ts'
import type { Route } from './route.ts'

export interface CrossOriginOptions {
  /** Whether the request comes from a page of another origin that the settings allow. */
  readonly isAllowedOrigin: (request: IncomingMessage) => boolean
  /** The methods of the route at a URL; undefined when there is no route. */
  readonly methodsAt: (url: string) => readonly string[] | undefined
}

/** Request headers that a page may send in addition to the CORS-safelisted ones. */
const allowedHeaders = 'authorization, content-type, idempotency-key, if-none-match, x-helm-lease'
/** Response headers that a page may read in addition to the CORS-safelisted ones. */
const exposedHeaders = 'etag, x-device'
const preflightMaxAgeSeconds = 600

const isPreflight = ({ method, headers }: FastifyRequest): boolean =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined

/**
 * Sends CORS headers to pages of allowed origins. `access-control-allow-credentials` is never sent: these pages use separate
 * tokens, and browsers must not send them the session cookie of the console.
 */
export const enableCors = (
  app: FastifyInstance,
  { isAllowedOrigin, methodsAt }: CrossOriginOptions,
): void => {
  app.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers
    if (origin === undefined || !isAllowedOrigin(request.raw)) return done()
    reply
      .header('access-control-allow-origin', origin)
      .header('access-control-expose-headers', exposedHeaders)
    const methods = isPreflight(request) ? methodsAt(request.url) : undefined
    if (methods === undefined) return done()
    return reply
      .code(204)
      .header('access-control-allow-methods', methods.join(', '))
      .header('access-control-allow-headers', allowedHeaders)
      .header('access-control-max-age', preflightMaxAgeSeconds)
      .send()
  })
  // Every response varies by origin, so that a cache does not serve the response of one origin to another.
  app.addHook('onSend', async (_request, reply, payload) => {
    const vary = reply.getHeader('vary')
    reply.header('vary', vary === undefined ? 'origin' : `${String(vary)}, origin`)
    return payload
  })
}

/** The origin of every page in a sandbox of the browser. */
export const sandboxOrigin = 'null'

/** Lets pages of plugins send JSON to their own address, which is of another origin for them. */
export const allowPageRequests = (
  app: FastifyInstance,
  routes: readonly Route[],
  gate: Pick<Gate, 'identify'>,
): void => {
  const pageRoutes = routes.filter(({ door }) => door === 'page')
  for (const [path, routesAtPath] of Map.groupBy(pageRoutes, (route) => route.path))
    app.options(path, (request, reply) => {
      gate.identify(request.raw, { door: 'page' })
      return reply
        .code(204)
        .header('access-control-allow-origin', sandboxOrigin)
        .header('access-control-allow-methods', routesAtPath.map(({ method }) => method).join(', '))
        .header('access-control-allow-headers', 'content-type')
        .header('access-control-max-age', preflightMaxAgeSeconds)
        .send()
    })
}
