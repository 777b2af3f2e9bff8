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
import type { Logger } from 'pino'
import type { Principal } from '@marinedata/core'
import type { Gate, Visitor } from '../gate.ts'
import { BrokenRequests } from './defence/broken-requests.ts'
import type { ConnectionGuard } from './defence/connection-guard.ts'
import { welcomeGuests, type CrossOriginOptions } from './cross-origin.ts'
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
  /** Called with every error that a full or failing disk caused. */
  readonly onDiskFault: (error: unknown) => void
  /** Whether a page of another origin asks that was given leave to; absent when none was. */
  readonly isGuest?: CrossOriginOptions['isGuest']
}

type CompilersFactory = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>

const limits = {
  bodyBytes: 65_536,
  /** The address and all headers together. */
  headerBytes: 16_384,
  headers: 100,
  headersTimeoutMs: 5_000,
  requestTimeoutMs: 15_000,
  /** How often it is looked for those who take longer. */
  checkEveryMs: 2_000,
  keepAliveTimeoutMs: 30_000,
  /** Until a connection is cut over which nothing moves though an answer is due; no command takes as long. */
  silenceMs: 60_000,
}

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
    visitor: Visitor | null
  }
}

const serverOptions = (broken: BrokenRequests, productWord: ProductWord): FastifyHttpOptions<Server> => ({
  bodyLimit: limits.bodyBytes,
  requestTimeout: limits.requestTimeoutMs,
  keepAliveTimeout: limits.keepAliveTimeoutMs,
  connectionTimeout: limits.silenceMs,
  forceCloseConnections: true,
  exposeHeadRoutes: false,
  http: {
    maxHeaderSize: limits.headerBytes,
    headersTimeout: limits.headersTimeoutMs,
    connectionsCheckingInterval: limits.checkEveryMs,
    insecureHTTPParser: false,
    // Of two that should be one, none is quietly passed over: together they are not acceptable.
    joinDuplicateHeaders: true,
  },
  routerOptions: { maxParamLength: 512 },
  schemaController: { compilersFactory },
  // What is not HTTP, and a malformed address, are problems like any other.
  clientErrorHandler: (error, socket) => broken.refuse(error, socket),
  frameworkErrors: (error, _request, reply) => void sendProblem(reply, marineDataErrorOf(error), productWord),
})

/** The HTTP side: nothing can be reached that is not in the route table, and nothing in it without its scope. */
export const createHttpServer = (options: HttpServerOptions): FastifyInstance => {
  const { routes, log, productWord, connections } = options
  const broken = new BrokenRequests({
    productWord,
    onRefused: (reason, socket) => {
      connections.count(reason)
      connections.dismiss(socket)
    },
  })
  const app = fastify(serverOptions(broken, productWord))
  broken.attach(app.server)
  const unread = new UnreadBodies(limits.bodyBytes)
  app.server.prependListener('request', (request, response) => unread.watch(request, response))
  app.server.maxHeadersCount = limits.headers
  // Whoever asks first whether to send a body is told so by askForBody, once the gate has let the request in.
  app.server.on('checkContinue', (request, response) => app.server.emit('request', request, response))
  app.decorateRequest('visitor', null)
  app.removeContentTypeParser('text/plain')
  takeNothingForNoBody(app)
  app.setErrorHandler((error, _request, reply) => {
    const known = marineDataErrorOf(error)
    if (known.code === 'internal') log.error({ err: error }, 'a request failed')
    if (known.code === 'storage-full' && known.cause !== undefined) options.onDiskFault(known.cause)
    return sendProblem(reply, known, productWord)
  })
  // Before a byte of the body is read, so that an unknown address is just that, whatever is sent to it.
  const paths = knownPathsOf(routes)
  const { isGuest } = options
  if (isGuest !== undefined) welcomeGuests(app, { isGuest, methodsAt: (url) => meantBy(url, paths)?.allowed })
  app.addHook('onRequest', (request, reply, done) =>
    request.is404 ? done(strayed(request, reply, paths)) : done(),
  )
  for (const route of routes) admit(app, route, options)
  return app
}

/** Some clients call nothing JSON; whoever needs a body says so in its schema. */
const takeNothingForNoBody = (app: FastifyInstance): void => {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text: string, done) =>
    text === '' ? done(null, undefined) : parse(request, text, done),
  )
}

/** Runs once the gate has let a request in, before a byte of its body is read. */
const askForBody: preParsingAsyncHookHandler = async (request, reply, payload) => {
  const {
    'content-encoding': packing = 'identity',
    'transfer-encoding': coding = 'chunked',
    expect,
  } = request.headers
  if (packing.toLowerCase() !== 'identity' || coding.toLowerCase() !== 'chunked')
    throw new MarineDataError('unsupported-media-type', 'Nothing is unpacked here; send it as it is')
  if (expect !== undefined) reply.raw.writeContinue()
  return payload
}

const overlookBodies = (app: FastifyInstance): void => {
  // A name that is no content type would be refused before any parser is asked.
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

type Door = Pick<HttpServerOptions, 'gate' | 'connections'>

/** Registers a route; one that heeds no body gets a room of its own, in which none is read. */
const admit = (app: FastifyInstance, route: Route, door: Door): void => {
  if (route.ignoresBody !== true) return register(app, route, door)
  void app.register((apart, _options, done) => {
    overlookBodies(apart)
    register(apart, route, door)
    done()
  })
}

const register = (app: FastifyInstance, route: Route, { gate, connections }: Door): void => {
  app.route({
    // Whatever answers GET answers HEAD too, by the same route: Node leaves the body out.
    method: route.method === 'GET' ? ['GET', 'HEAD'] : route.method,
    url: route.path,
    schema: {
      ...(route.params && { params: route.params }),
      ...(route.query && { querystring: route.query }),
      ...(route.body && { body: route.body }),
    },
    ...(route.method !== 'GET' && route.ignoresBody !== true && { preParsing: askForBody }),
    // Whoever may not ask is told so before a byte of the body is read.
    onRequest: (request, reply, done) => {
      const visitor = gate.identify(request.raw)
      gate.authorise(visitor, route.scope)
      request.visitor = visitor
      if (visitor.principal.roles.length > 0) connections.recognise(request.raw.socket)
      reply.header('x-content-type-options', 'nosniff')
      done()
    },
    handler: (request, reply) => {
      if (request.visitor === null) throw new MarineDataError('unauthenticated', 'Nobody was let in')
      if (route.body === undefined && isSomething(request.body))
        throw new MarineDataError('invalid-body', 'This address takes no body, and would not heed it')
      return route.handle(new CheckedRequest(request, request.visitor), reply)
    },
  })
}

/** Whether a body says anything; some clients send `{}` for nothing. */
const isSomething = (body: unknown): boolean =>
  body !== undefined && body !== null && (typeof body !== 'object' || Object.keys(body).length > 0)

/** A request as a handler sees it; what few handlers ask for is found when they ask. */
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

/** A path of the table, in segments, and the methods that it knows. */
interface KnownPath {
  readonly segments: readonly string[]
  readonly allowed: readonly string[]
}

const knownPathsOf = (routes: readonly Route[]): KnownPath[] => {
  const methodsByPath = Map.groupBy(routes, ({ path }) => path)
  return [...methodsByPath].map(([path, known]) => ({
    segments: path.split('/'),
    // Whatever answers GET answers HEAD too.
    allowed: known.flatMap(({ method }) => (method === 'GET' ? [method, 'HEAD'] : [method])),
  }))
}

const fits = ({ segments }: KnownPath, asked: readonly string[]): boolean =>
  segments.at(-1) === '*'
    ? asked.length >= segments.length &&
      segments.slice(0, -1).every((segment, at) => fitsOne(segment, asked[at]))
    : asked.length === segments.length && segments.every((segment, at) => fitsOne(segment, asked[at]))

const fitsOne = (segment: string, asked: string | undefined): boolean =>
  segment === asked || segment.startsWith(':')

const wildcards = ({ segments }: KnownPath): number =>
  segments.filter((segment) => segment.startsWith(':') || segment === '*').length

/** The path of the table that an address is meant by. */
const meantBy = (url: string, known: readonly KnownPath[]): KnownPath | undefined => {
  const asked = pathOf(url).split('/')
  const [meant] = known
    .filter((pattern) => fits(pattern, asked))
    .toSorted((one, other) => wildcards(one) - wildcards(other))
  return meant
}

/**
 * Why no route was meant: nothing is there, or it is asked with another method. Looked up here, when it happens: a route
 * of its own for each method that is refused would take 3 MB of a server that does nothing.
 */
const strayed = (
  { url, method }: FastifyRequest,
  reply: FastifyReply,
  known: readonly KnownPath[],
): MarineDataError => {
  const meant = meantBy(url, known)
  if (meant === undefined) return new MarineDataError('not-found', `Nothing is known at ${url}`)
  const list = meant.allowed.join(', ')
  reply.header('allow', list)
  return new MarineDataError('method-not-allowed', `${method} is not allowed here; ${list} is`)
}
