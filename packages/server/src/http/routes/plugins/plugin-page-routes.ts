import {
  MarineDataError,
  PagePath,
  PageQuery,
  pageMethods,
  Type,
  type PageAnswer,
  type PageMethod,
  type PageRequest,
  type ProblemCode,
  type Scope,
  type TokenRole,
} from '@marinedata/model'
import type { Principal } from '@marinedata/core'
import type { FastifyReply } from 'fastify'
import type { Gate, Visitor } from '#gate.ts'
import { sandboxedHeaders, sandboxedPageHeaders } from '#http/page-headers.ts'
import { route, type Route, type RouteRequest } from '#http/route.ts'
import { PluginPageFiles } from './plugin-page-files.ts'

export interface PluginPageOptions {
  readonly plugins: {
    /** The folder of its pages. @throws MarineDataError when it has no pages, or may not run */
    pageFolder(name: string): string
    request(name: string, request: PageRequest): Promise<PageAnswer>
  }
  readonly passes: {
    issue(plugin: string, principal: Principal): string
    find(plugin: string, pass: string): Principal | undefined
  }
  readonly gate: Pick<Gate, 'authorise' | 'isGood'>
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number
}

const plugin = Type.String({ maxLength: 64 })
const pass = Type.String({ maxLength: 64 })
const pluginParams = Type.Object({ plugin })
const requestParams = Type.Object({ plugin, '*': PagePath })
const fileParams = Type.Object({ plugin, pass, '*': Type.String({ maxLength: 512 }) })
const pageRequestParams = Type.Object({ plugin, pass, '*': PagePath })

type PageVisit = Pick<RouteRequest<{ plugin: string; pass: string }, unknown, unknown>, 'params' | 'visitor'>

/** Everyone who may read may look; only the crew may change anything. */
const scopeOf = (method: PageMethod): Scope => (method === 'GET' ? 'read' : 'alerts.ack')

const ranks: readonly TokenRole[] = ['owner', 'helm', 'crew', 'viewer', 'device']

const roleOf = ({ roles }: Principal): TokenRole => ranks.find((role) => roles.includes(role)) ?? 'viewer'

/** The person who opened the page, over the connection of this request. */
const personOf = (
  { passes, gate }: PluginPageOptions,
  { params, visitor }: PageVisit,
): Visitor | undefined => {
  const principal = passes.find(params.plugin, params.pass)
  if (principal === undefined) return undefined
  const person = { ...visitor, principal }
  return gate.isGood(person) ? person : undefined
}

const expired = (): MarineDataError =>
  new MarineDataError('not-found', 'This address of a page is no longer valid. Open the page again')

/** @throws MarineDataError `not-found` without a valid pass, or `forbidden` without the scope */
const admitted = (options: PluginPageOptions, visit: PageVisit, scope: Scope): Visitor => {
  const person = personOf(options, visit)
  if (person === undefined) throw expired()
  options.gate.authorise(person, scope)
  return person
}

const isNavigation = (header: (name: string) => string | undefined): boolean =>
  (header('sec-fetch-dest') ?? (header('accept')?.includes('text/html') === true ? 'document' : '')) ===
  'document'

const addressOf = (name: string): string => `/plugins/${encodeURIComponent(name)}/`

const sendAnswer = (reply: FastifyReply, answer: PageAnswer): FastifyReply => {
  reply.headers(sandboxedHeaders)
  return 'json' in answer
    ? reply.type('application/json').send(JSON.stringify(answer.json))
    : reply.type(`${answer.type}; charset=utf-8`).send(answer.text)
}

const answers = { 200: { description: 'The answer of the plugin: JSON, or a text' } }
const failures: readonly ProblemCode[] = [
  'plugin-not-found',
  'plugin-not-running',
  'plugin-failed',
  'not-found',
  'busy',
  'too-many-requests',
  'unconfirmed',
]

type PluginRequest = RouteRequest<{ plugin: string; '*': string }, Record<string, string>, unknown>

const ask = async (
  { plugins }: PluginPageOptions,
  method: PageMethod,
  { request, reply, principal }: { request: PluginRequest; reply: FastifyReply; principal: Principal },
): Promise<FastifyReply> => {
  const { params, query, body } = request
  const answer = await plugins.request(params.plugin, {
    method,
    path: params['*'],
    query,
    role: roleOf(principal),
    ...(body !== undefined && body !== null && { body }),
  })
  return sendAnswer(reply, answer)
}

const operationNames: Readonly<Record<PageMethod, string>> = {
  GET: 'askPlugin',
  POST: 'postToPlugin',
  PUT: 'putToPlugin',
  DELETE: 'deleteInPlugin',
}

const bodyOf = (method: PageMethod) =>
  method === 'POST' || method === 'PUT' ? { body: Type.Unknown({ description: 'JSON for the plugin' }) } : {}

/** Requests of programs, which have a token, and of the console. */
const programRoute = (options: PluginPageOptions, method: PageMethod): Route =>
  route({
    method,
    path: '/plugins/:plugin/api/*',
    scope: scopeOf(method),
    operationId: operationNames[method],
    summary: 'Sends a request to a plugin that answers requests',
    params: requestParams,
    query: PageQuery,
    ...bodyOf(method),
    responses: answers,
    problems: failures,
    handle: (request, reply) => ask(options, method, { request, reply, principal: request.principal }),
  })

/** Requests of pages, which have a pass in their address. */
const pageRoute = (options: PluginPageOptions, method: PageMethod): Route =>
  route({
    method,
    path: '/plugins/:plugin/pages/:pass/api/*',
    scope: 'public',
    door: 'page',
    operationId: `${operationNames[method]}FromPage`,
    summary: 'Sends a request of a page to its plugin',
    params: pageRequestParams,
    query: PageQuery,
    ...bodyOf(method),
    responses: answers,
    problems: failures,
    handle: (request, reply) => {
      const { principal } = admitted(options, request, scopeOf(method))
      return ask(options, method, { request, reply, principal })
    },
  })

/** Opens the pages of a plugin: redirects to the address with the pass of the person. */
const entryRoute = ({ plugins, passes }: PluginPageOptions, path: string, operationId: string): Route =>
  route({
    method: 'GET',
    path,
    scope: 'read',
    operationId,
    summary: 'Redirects to the page of a plugin, which runs in a sandbox of the browser',
    params: pluginParams,
    responses: { 302: { description: 'The address of the page for this person' } },
    problems: ['plugin-not-found', 'plugin-not-running', 'not-found', 'cross-origin'],
    handle: (request, reply) => {
      const { plugin: name } = request.params
      if ((request.header('sec-fetch-dest') ?? 'document') !== 'document')
        throw new MarineDataError('cross-origin', 'Open a page of a plugin in a separate tab')
      plugins.pageFolder(name)
      return reply
        .headers({ ...sandboxedHeaders, 'cache-control': 'no-store' })
        .redirect(`${addressOf(name)}pages/${passes.issue(name, request.principal)}/`)
    },
  })

const fileRoute = (options: PluginPageOptions, files: PluginPageFiles): Route =>
  route({
    method: 'GET',
    path: '/plugins/:plugin/pages/:pass/*',
    scope: 'public',
    door: 'page',
    operationId: 'getPluginPage',
    summary: 'A page of a plugin, or a file of it',
    params: fileParams,
    responses: { 200: { description: 'The file' } },
    problems: ['plugin-not-found', 'plugin-not-running', 'not-found'],
    handle: (request, reply) => {
      const { plugin: name, pass: secret, '*': path } = request.params
      // A pass ends with the session, and all passes with the server. The reader of the page gets a new one.
      if (personOf(options, request) === undefined && isNavigation((header) => request.header(header)))
        return reply.headers(sandboxedHeaders).redirect(addressOf(name))
      const { isEncrypted } = admitted(options, request, 'read')
      const folder = options.plugins.pageFolder(name)
      const base = `${addressOf(name)}pages/${secret}/`
      reply.headers(sandboxedPageHeaders({ host: request.header('host'), isEncrypted, base }))
      const file = path === '' || path.endsWith('/') ? `/${path}index.html` : `/${path}`
      return files.send(reply, { plugin: name, folder }, file)
    },
  })

/** The pages of plugins and the requests that plugins answer. */
export const pluginPageRoutes = (options: PluginPageOptions): Route[] => [
  entryRoute(options, '/plugins/:plugin', 'getPluginEntry'),
  entryRoute(options, '/plugins/:plugin/', 'openPluginPage'),
  ...pageMethods.flatMap((method) => [programRoute(options, method), pageRoute(options, method)]),
  fileRoute(options, new PluginPageFiles(options.now)),
]
