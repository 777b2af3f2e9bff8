import { MarineDataError, type ProductWord } from '@marinedata/model'
import {
  fastify,
  type FastifyHttpOptions,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  type preParsingAsyncHookHandler,
} from 'fastify'
import type { Server } from 'node:http'
import { Readable } from 'node:stream'
import type { Logger } from 'pino'
import type { Principal } from '@marinedata/core'
import type { Gate, Visitor } from '../gate.ts'
import { BrokenRequests } from './defence/broken-requests.ts'
import type { ConnectionGuard } from './defence/connection-guard.ts'
import { allowPageRequests, enableCors, sandboxOrigin, type CrossOriginOptions } from './cross-origin.ts'
import { marineDataErrorOf, sendProblem } from './problem-replies.ts'
import type { Route, RouteRequest } from './route.ts'
import { UnreadBodies } from './defence/unread-bodies.ts'
import { validatorCompiler } from './validation.ts'

export interface HttpServerOptions {
  readonly routes: readonly Route[]
  readonly gate: Gate
  readonly log: Logger
  readonly productWord: ProductWord
  readonly connections: ConnectionGuard
  /** Called with every error caused by a full or failing disk. */
  readonly onDiskFault: (error: unknown) => void
  /** Whether the request comes from an allowed page of another origin; absent when no origin is allowed. */
  readonly isAllowedOrigin?: CrossOriginOptions['isAllowedOrigin']
}

type CompilersFactory = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>

const limits = {
  bodyBytes: 65_536,
  /** Maximum bytes of the request line and all headers together. */
  headerBytes: 16_384,
  headers: 100,
  headersTimeoutMs: 5_000,
  requestTimeoutMs: 15_000,
  /** Interval at which the two timeouts above are checked. */
  timeoutCheckMs: 2_000,
  keepAliveTimeoutMs: 30_000,
  /** Closes a connection without traffic while a response is pending. Every command completes sooner. */
  inactivityMs: 60_000,
}

/**
 * With both compilers set, Fastify never loads its own, nor Ajv. The cast is needed because Fastify's types only
 * describe Ajv validators, although it calls any function.
 */
const compilersFactory = {
  buildValidator: () => validatorCompiler,
  buildSerializer: () => () => JSON.stringify,
} as unknown as CompilersFactory

declare module 'fastify' {
  interface FastifyRequest {
    /** The authenticated caller; null until the gate has authorised the request. */
    visitor: Visitor | null
  }
}

const serverOptions = (broken: BrokenRequests, productWord: ProductWord): FastifyHttpOptions<Server> => ({
  bodyLimit: limits.bodyBytes,
  requestTimeout: limits.requestTimeoutMs,
  keepAliveTimeout: limits.keepAliveTimeoutMs,
  connectionTimeout: limits.inactivityMs,
  forceCloseConnections: true,
  exposeHeadRoutes: false,
  http: {
    maxHeaderSize: limits.headerBytes,
    headersTimeout: limits.headersTimeoutMs,
    connectionsCheckingInterval: limits.timeoutCheckMs,
    insecureHTTPParser: false,
    // Joins duplicate headers, so that validation rejects them. Otherwise Node silently drops all but one.
    joinDuplicateHeaders: true,
  },
  routerOptions: { maxParamLength: 512 },
  schemaController: { compilersFactory },
  // Malformed requests and URLs get a problem response like every other error.
  clientErrorHandler: (error, socket) => broken.refuse(error, socket),
  frameworkErrors: (error, _request, reply) => void sendProblem(reply, marineDataErrorOf(error), productWord),
})

/** Creates the HTTP server. Only routes of the table are reachable, and each only with its scope. */
export const createHttpServer = (options: HttpServerOptions): FastifyInstance => {
  const { routes, log, productWord, connections } = options
  const broken = new BrokenRequests({
    productWord,
    onRefused: (reason, socket) => {
      connections.count(reason)
      connections.markRefused(socket)
    },
  })
  const app = fastify(serverOptions(broken, productWord))
  broken.attach(app.server)
  const unread = new UnreadBodies(limits.bodyBytes)
  app.server.prependListener('request', (request, response) => unread.watch(request, response))
  app.server.maxHeadersCount = limits.headers
  // `100 Continue` is sent by prepareBody, after the gate has authorised the request.
  app.server.on('checkContinue', (request, response) => app.server.emit('request', request, response))
  app.decorateRequest('visitor', null)
  app.removeContentTypeParser('text/plain')
  treatEmptyBodyAsAbsent(app)
  app.setErrorHandler((error, request, reply) => {
    const known = marineDataErrorOf(error)
    if (known.code === 'internal')
      log.error(
        { event: 'http.request_failed', method: request.method, path: pathOf(request.url), err: error },
        'request failed',
      )
    if (known.code === 'storage-full' && known.cause !== undefined) options.onDiskFault(known.cause)
    return sendProblem(reply, known, productWord)
  })
  const patterns = pathPatternsOf(routes)
  const { isAllowedOrigin } = options
  if (isAllowedOrigin !== undefined)
    enableCors(app, { isAllowedOrigin, methodsAt: (url) => findPattern(url, patterns)?.methods })
  // Runs before the body is read: an unknown URL gives 404, also with an invalid body.
  app.addHook('onRequest', (request, reply, done) =>
    request.is404 ? done(noRouteError(request, reply, patterns)) : done(),
  )
  const guards = { gate: options.gate, connections, broken }
  for (const route of routes) registerRoute(app, route, guards)
  allowPageRequests(app, routes, options.gate)
  return app
}

/** Accepts an empty body with the content type JSON, which some clients send. Routes that need a body have a schema. */
const treatEmptyBodyAsAbsent = (app: FastifyInstance): void => {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text: string, done) =>
    text === '' ? done(null, undefined) : parse(request, text, done),
  )
}

/** Rejects compressed bodies and sends `100 Continue`. Runs after authorisation, before the body is read. */
const prepareBody: preParsingAsyncHookHandler = async (request, reply, payload) => {
  const {
    'content-encoding': packing = 'identity',
    'transfer-encoding': coding = 'chunked',
    expect,
  } = request.headers
  if (packing.toLowerCase() !== 'identity' || coding.toLowerCase() !== 'chunked')
    throw new MarineDataError(
      'unsupported-media-type',
      'Compressed request bodies are not supported. Send the body uncompressed.',
    )
  if (expect !== undefined) reply.raw.writeContinue()
  return payload
}

const ignoreRequestBodies = (app: FastifyInstance): void => {
  // Removes the header because Fastify rejects a malformed content type before it calls a parser.
  app.addHook('onRequest', (request, _reply, done) => {
    delete request.raw.headers['content-type']
    done()
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume()
    done(null, undefined)
  })
}

const uploadType = 'application/octet-stream'

const passUploads = (app: FastifyInstance, broken: BrokenRequests): void => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(uploadType, (request, payload, done) => {
    broken.allowSlowBody(request.raw.socket)
    done(null, payload)
  })
}

interface RouteGuards extends Pick<HttpServerOptions, 'gate' | 'connections'> {
  readonly broken: BrokenRequests
}

/** Registers a route. A route that does not parse its body gets its own Fastify scope. */
const registerRoute = (app: FastifyInstance, route: Route, guards: RouteGuards): void => {
  if (route.ignoresBody !== true && route.isUpload !== true) return addRoute(app, route, guards)
  void app.register((scope, _options, done) => {
    if (route.isUpload === true) passUploads(scope, guards.broken)
    else ignoreRequestBodies(scope)
    addRoute(scope, route, guards)
    done()
  })
}

const addRoute = (app: FastifyInstance, route: Route, { gate, connections }: RouteGuards): void => {
  app.route({
    // A GET route also serves HEAD: Node omits the body.
    method: route.method === 'GET' ? ['GET', 'HEAD'] : route.method,
    url: route.path,
    ...(route.bodyBytes !== undefined && { bodyLimit: route.bodyBytes }),
    schema: {
      ...(route.params && { params: route.params }),
      ...(route.query && { querystring: route.query }),
      ...(route.body && { body: route.body }),
    },
    ...(route.method !== 'GET' && route.ignoresBody !== true && { preParsing: prepareBody }),
    // Authorises before the body is read, so that a rejected request costs nothing.
    onRequest: (request, reply, done) => {
      const visitor = gate.identify(request.raw, {
        isPublic: route.scope === 'public',
        ...(route.door && { door: route.door }),
      })
      gate.authorise(visitor, route.scope)
      request.visitor = visitor
      if (visitor.principal.roles.length > 0) connections.markKnown(request.raw.socket)
      reply.header('x-content-type-options', 'nosniff')
      if (route.door === 'page') reply.header('access-control-allow-origin', sandboxOrigin)
      done()
    },
    handler: (request, reply) => {
      if (request.visitor === null)
        throw new MarineDataError('unauthenticated', 'The request was not authenticated')
      if (route.body === undefined && route.isUpload !== true && hasContent(request.body))
        throw new MarineDataError('invalid-body', 'This route accepts no body. Send the request without one.')
      return route.handle(new CheckedRequest(request, request.visitor), reply)
    },
  })
}

/** Whether a body has content. `{}` counts as absent: some clients send it for an absent body. */
const hasContent = (body: unknown): boolean =>
  body !== undefined && body !== null && (typeof body !== 'object' || Object.keys(body).length > 0)

/** The request as passed to a handler. Members that few handlers use are computed on access. */
class CheckedRequest implements RouteRequest<unknown, unknown, unknown> {
  readonly #request: FastifyRequest
  readonly visitor: Visitor

  constructor(request: FastifyRequest, visitor: Visitor) {
    this.#request = request
    this.visitor = visitor
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

  get upload(): Readable {
    return this.#request.body instanceof Readable ? this.#request.body : Readable.from([])
  }

  get principal(): Principal {
    return this.visitor.principal
  }

  get address(): string {
    return this.visitor.address
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

/** A path of the route table, in segments, and its methods. */
interface PathPattern {
  readonly segments: readonly string[]
  readonly methods: readonly string[]
}

const pathPatternsOf = (routes: readonly Route[]): PathPattern[] => {
  const routesByPath = Map.groupBy(routes, ({ path }) => path)
  return [...routesByPath].map(([path, routesAtPath]) => ({
    segments: path.split('/'),
    // A GET route also serves HEAD.
    methods: routesAtPath.flatMap(({ method }) => (method === 'GET' ? [method, 'HEAD'] : [method])),
  }))
}

const matches = ({ segments }: PathPattern, requested: readonly string[]): boolean =>
  segments.at(-1) === '*'
    ? requested.length >= segments.length &&
      segments.slice(0, -1).every((segment, at) => matchesSegment(segment, requested[at]))
    : requested.length === segments.length &&
      segments.every((segment, at) => matchesSegment(segment, requested[at]))

const matchesSegment = (segment: string, requested: string | undefined): boolean =>
  segment === requested || segment.startsWith(':')

const wildcards = ({ segments }: PathPattern): number =>
  segments.filter((segment) => segment.startsWith(':') || segment === '*').length

/** The pattern that matches a URL; of several, the one with the fewest wildcards. */
const findPattern = (url: string, patterns: readonly PathPattern[]): PathPattern | undefined => {
  const requested = pathOf(url).split('/')
  const [best] = patterns
    .filter((pattern) => matches(pattern, requested))
    .toSorted((one, other) => wildcards(one) - wildcards(other))
  return best
}

/** A hint for a client that asks for this path; empty when unknown. */
const hintFor = (path: string, patterns: readonly PathPattern[]): string => {
  const isServed = patterns.some(({ segments }) => segments[1] === 'signalk')
  if (!isServed && (path === '/signalk' || path.startsWith('/signalk/')))
    return '. The addresses for apps of Signal K are off: /guide/family.html says how to switch them on'
  if (/\/v1\/(?:stream|playback)$/.test(path))
    return ' for HTTP: this is a WebSocket, open it with ws:// or wss://'
  return ''
}

/**
 * The error of a request without a route: 404, or 405 when the path has other methods. Computed on demand: registering
 * a route for each method that is not allowed would cost 3 MB of memory.
 */
const noRouteError = (
  { url, method }: FastifyRequest,
  reply: FastifyReply,
  patterns: readonly PathPattern[],
): MarineDataError => {
  const pattern = findPattern(url, patterns)
  if (pattern === undefined)
    return new MarineDataError('not-found', `There is nothing at ${url}${hintFor(pathOf(url), patterns)}`)
  const list = pattern.methods.join(', ')
  reply.header('allow', list)
  return new MarineDataError('method-not-allowed', `${method} is not allowed here. Use ${list}.`)
}
