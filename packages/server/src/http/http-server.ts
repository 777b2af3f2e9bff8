import { MarineDataError, type ProductWord } from '@marinedata/model'
import { fastify, type FastifyInstance, type FastifyRequest, type FastifyServerOptions } from 'fastify'
import type { Logger } from 'pino'
import { callerOf, type Gate, type Principal } from '../gate.ts'
import { refuseSocket } from '../refuse-socket.ts'
import { marineDataErrorOf, sendProblem } from './problem-replies.ts'
import type { Method, Route, RouteRequest } from './route.ts'
import { validatorCompiler } from './validation.ts'

export interface HttpServerOptions {
  readonly routes: readonly Route[]
  readonly gate: Gate
  readonly log: Logger
  readonly productWord: ProductWord
}

type CompilersFactory = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>

const limits = { bodyBytes: 65_536, headersTimeoutMs: 5_000, requestTimeoutMs: 15_000 }

/**
 * With both compilers given, the ones that come with Fastify, and Ajv behind them, are never loaded. Its types know no
 * other validator than Ajv, though it calls any.
 */
const compilersFactory = {
  buildValidator: () => validatorCompiler,
  buildSerializer: () => () => JSON.stringify,
} as unknown as CompilersFactory

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks; null until the gate has let the request in. */
    principal: Principal | null
  }
}

/** The HTTP side: nothing can be reached that is not in the route table, and nothing in it without its scope. */
export const createHttpServer = (options: HttpServerOptions): FastifyInstance => {
  const { routes, log, productWord } = options
  const app = fastify({
    bodyLimit: limits.bodyBytes,
    requestTimeout: limits.requestTimeoutMs,
    forceCloseConnections: true,
    http: { headersTimeout: limits.headersTimeoutMs },
    routerOptions: { maxParamLength: 512 },
    schemaController: { compilersFactory },
    // What is not HTTP, and a malformed address, are problems like any other.
    clientErrorHandler: (error, socket) => {
      if (socket.writable && error.code !== 'ECONNRESET')
        refuseSocket(socket, new MarineDataError('bad-request', `Not HTTP: ${error.message}`), productWord)
      else socket.destroy()
    },
    frameworkErrors: (error, _request, reply) =>
      void sendProblem(reply, marineDataErrorOf(error), productWord),
  })
  app.decorateRequest('principal', null)
  app.removeContentTypeParser('text/plain')
  app.setErrorHandler((error, _request, reply) => {
    const known = marineDataErrorOf(error)
    if (known.code === 'internal') log.error({ err: error }, 'a request failed')
    return sendProblem(reply, known, productWord)
  })
  // Before a byte of the body is read, so that an unknown address is just that, whatever is sent to it.
  app.addHook('onRequest', (request, _reply, done) =>
    request.is404 ? done(new MarineDataError('not-found', `Nothing is known at ${request.url}`)) : done(),
  )
  for (const route of routes) register(app, route, options.gate)
  for (const [path, methods] of methodsByPath(routes)) refuseOtherMethods(app, path, methods)
  return app
}

const register = (app: FastifyInstance, route: Route, gate: Gate): void => {
  app.route({
    method: route.method,
    url: route.path,
    schema: {
      ...(route.params && { params: route.params }),
      ...(route.query && { querystring: route.query }),
      ...(route.body && { body: route.body }),
    },
    // Whoever may not ask is told so before a byte of the body is read.
    onRequest: (request, reply, done) => {
      request.principal = gate.authorise(callerOf(request.raw), route.scope)
      reply.header('x-content-type-options', 'nosniff')
      done()
    },
    handler: (request, reply) => {
      if (request.principal === null) throw new MarineDataError('unauthenticated', 'Nobody was let in')
      return route.handle(new CheckedRequest(request, request.principal), reply)
    },
  })
}

/** A request as a handler sees it; what few handlers ask for is found when they ask. */
class CheckedRequest implements RouteRequest<unknown, unknown, unknown> {
  readonly #request: FastifyRequest
  readonly #principal: Principal

  constructor(request: FastifyRequest, principal: Principal) {
    this.#request = request
    this.#principal = principal
  }

  get params(): unknown {
    return this.#request.params
  }

  get query(): unknown {
    return this.#request.query
  }

  get body(): unknown {
    return this.#request.body
  }

  get principal(): Principal {
    return this.#principal
  }

  get path(): string {
    return pathOf(this.#request.url)
  }

  header(name: string): string | undefined {
    const value = this.#request.headers[name]
    return typeof value === 'string' ? value : undefined
  }
}

const pathOf = (url: string): string => {
  const query = url.indexOf('?')
  return query < 0 ? url : url.slice(0, query)
}

const allMethods = ['GET', 'HEAD', 'PUT', 'POST', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE']

const methodsByPath = (routes: readonly Route[]): Map<string, Method[]> => {
  const byPath = new Map<string, Method[]>()
  for (const { path, method } of routes) byPath.set(path, [...(byPath.get(path) ?? []), method])
  return byPath
}

const refuseOtherMethods = (app: FastifyInstance, path: string, methods: readonly Method[]): void => {
  // Whatever answers GET answers HEAD too.
  const allowed: readonly string[] = methods.flatMap((method) =>
    method === 'GET' ? [method, 'HEAD'] : [method],
  )
  const list = allowed.join(', ')
  app.route({
    method: allMethods.filter((method) => !allowed.includes(method)),
    url: path,
    onRequest: (request, reply, done) => {
      reply.header('allow', list)
      done(new MarineDataError('method-not-allowed', `${request.method} is not allowed here; ${list} is`))
    },
    handler: () => undefined,
  })
}
