import { MarineDataError, type ProductWord } from '@marinedata/model'
import { fastify, type FastifyInstance, type FastifyRequest, type FastifyServerOptions } from 'fastify'
import type { Logger } from 'pino'
import type { Gate } from '../gate.ts'
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
      gate.authorise(request.socket.remoteAddress, route.scope)
      reply.header('x-content-type-options', 'nosniff')
      done()
    },
    handler: (request, reply) => route.handle(requestOf(request, route, gate), reply),
  })
}

const requestOf = (
  request: FastifyRequest,
  route: Route,
  gate: Gate,
): RouteRequest<unknown, unknown, unknown> => ({
  params: request.params,
  query: request.query,
  body: request.body,
  // Most handlers do not ask who asks; whether they may has been settled before.
  get principal() {
    return gate.authorise(request.socket.remoteAddress, route.scope)
  },
  path: pathOf(request.url),
  header: (name) => {
    const value = request.headers[name]
    return typeof value === 'string' ? value : undefined
  },
})

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
