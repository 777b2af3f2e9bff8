import { MarineDataError, Type, type ProductWord } from '@marinedata/model'
import { ConsoleFiles, type DemoScene } from './console-files.ts'
import { GuideFiles } from './guide-files.ts'
import { pageHeaders } from './page-headers.ts'
import { route, type Route } from './route.ts'

export interface PageRoutesOptions {
  readonly productWord: ProductWord
  readonly demo: DemoScene | undefined
  /** The certificate of the boat's own authority, as PEM; undefined when the boat uses another certificate. */
  readonly authority: () => string | undefined
  readonly openApi: () => unknown
  readonly asyncApi: () => unknown
}

const types = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  pem: 'application/x-x509-ca-cert',
} as const

/** All paths serve the same page. It shows a view by its own URL and by who is signed in. */
const pages = [
  { path: '/', operationId: 'getBoatPage', summary: 'The console' },
  {
    path: '/console',
    operationId: 'getConsole',
    summary: 'The console, at the path that is announced to plotters',
  },
  {
    path: '/claim',
    operationId: 'getClaimPage',
    summary: 'The page on which the first owner claims the boat',
  },
  { path: '/join', operationId: 'getJoinPage', summary: 'The page on which an invited person joins' },
  { path: '/sign-in', operationId: 'getSignInPage', summary: 'The sign-in page' },
  { path: '/pair', operationId: 'getPairPage', summary: 'The page on which a device requests pairing' },
  {
    path: '/access',
    operationId: 'getAccessPage',
    summary: 'The page on which the owner manages people and devices',
  },
] as const

const consoleRoutes = (files: ConsoleFiles): Route[] =>
  pages.map((page) =>
    route({
      method: 'GET',
      ...page,
      scope: 'public',
      responses: { 200: { description: 'A page', contentType: types.html, schema: Type.String() } },
      problems: ['not-found'],
      handle: (_request, reply) => files.sendPage(reply),
    }),
  )

const assetRoute = (files: ConsoleFiles): Route =>
  route({
    method: 'GET',
    path: '/assets/:file',
    scope: 'public',
    operationId: 'getPagePart',
    summary: 'A script or style sheet of the console',
    params: Type.Object({ file: Type.String({ maxLength: 128 }) }),
    responses: {
      200: { description: 'The file', contentType: types.js, schema: Type.String() },
    },
    problems: ['not-found'],
    handle: (request, reply) => files.send(reply, request.params.file, request.header('accept-encoding')),
  })

const documents = [
  {
    path: '/help/https',
    name: 'help-https.html',
    operationId: 'getHttpsHelp',
    summary: 'Instructions for trusting the boat’s certificate on a phone',
  },
  { path: '/docs', name: 'docs.html', operationId: 'getDocs', summary: 'The API reference' },
  {
    path: '/docs/stream',
    name: 'docs-stream.html',
    operationId: 'getStreamDocs',
    summary: 'The documentation of the stream',
  },
] as const

const documentRoutes = (files: ConsoleFiles): Route[] =>
  documents.map(({ name, ...shape }) =>
    route({
      method: 'GET',
      ...shape,
      scope: 'public',
      responses: { 200: { description: 'A page', contentType: types.html, schema: Type.String() } },
      problems: ['not-found'],
      handle: (request, reply) => files.sendDocument(reply, name, request.header('accept-encoding')),
    }),
  )

const guidePath = '/guide/'

const guideRoutes = (guide: GuideFiles): Route[] => [
  route({
    method: 'GET',
    path: '/guide',
    scope: 'public',
    operationId: 'getGuide',
    summary: 'Redirects to the guide',
    responses: { 302: { description: 'The address of the guide' } },
    handle: (_request, reply) => reply.redirect(guidePath),
  }),
  route({
    method: 'GET',
    path: `${guidePath}*`,
    scope: 'public',
    operationId: 'getGuidePage',
    summary: 'A page of the guide, or a file of it',
    responses: { 200: { description: 'A page', contentType: types.html, schema: Type.String() } },
    problems: ['not-found'],
    handle: (request, reply) =>
      guide.send(reply, request.path.slice(guidePath.length), request.header('accept-encoding')),
  }),
]

const interfaceRoutes = ({ productWord, openApi, asyncApi }: PageRoutesOptions): Route[] => [
  route({
    method: 'GET',
    path: `/${productWord}/v2/api/openapi.json`,
    scope: 'read',
    operationId: 'getOpenApi',
    summary: 'The OpenAPI document',
    responses: { 200: { description: 'OpenAPI 3.1', schema: Type.Object({}) } },
    handle: openApi,
  }),
  route({
    method: 'GET',
    path: `/${productWord}/v2/api/asyncapi.json`,
    scope: 'read',
    operationId: 'getAsyncApi',
    summary: 'The AsyncAPI document of the WebSockets',
    responses: { 200: { description: 'AsyncAPI 3', schema: Type.Object({}) } },
    handle: asyncApi,
  }),
]

const fixedFiles = [
  {
    path: '/worker.js',
    name: 'worker.js',
    type: types.js,
    operationId: 'getWorker',
    summary: 'The service worker that opens the console offline; it caches no data of the boat',
  },
  {
    path: '/manifest.webmanifest',
    name: 'manifest.webmanifest',
    type: 'application/manifest+json',
    operationId: 'getManifest',
    summary: 'The web app manifest, for adding the console to a home screen',
  },
  {
    path: '/icon.svg',
    name: 'icon.svg',
    type: 'image/svg+xml',
    operationId: 'getIcon',
    summary: 'The icon of the console',
  },
  {
    path: '/icon-192.png',
    name: 'icon-192.png',
    type: 'image/png',
    operationId: 'getIcon192',
    summary: 'The icon of the console, for plotters and phones',
  },
  {
    path: '/icon-512.png',
    name: 'icon-512.png',
    type: 'image/png',
    operationId: 'getIcon512',
    summary: 'The icon of the console, large',
  },
] as const

const fixedRoutes = (files: ConsoleFiles): Route[] =>
  fixedFiles.map(({ name, type, ...shape }) =>
    route({
      method: 'GET',
      ...shape,
      scope: 'public',
      responses: { 200: { description: 'The file', contentType: type, schema: Type.String() } },
      problems: ['not-found'],
      handle: (_request, reply) => files.sendFixed(reply, { name, type }),
    }),
  )

const authorityRoute = ({ authority }: PageRoutesOptions): Route =>
  route({
    method: 'GET',
    path: '/ca.pem',
    scope: 'public',
    operationId: 'getAuthority',
    summary: 'The certificate of the boat’s own authority, for installation on phones',
    responses: { 200: { description: 'A certificate, PEM', contentType: types.pem, schema: Type.String() } },
    problems: ['not-found'],
    handle: (_request, reply) => {
      const certificate = authority()
      if (certificate === undefined)
        throw new MarineDataError('not-found', 'This boat does not have its own certificate authority')
      return reply.headers(pageHeaders).header('content-type', types.pem).send(certificate)
    },
  })

/** Pages for people: the console, documents, and the certificate that phones need to trust them. */
export const pageRoutes = (options: PageRoutesOptions): Route[] => {
  const guide = new GuideFiles()
  const files = new ConsoleFiles({ ...options, hasGuide: () => guide.isBuilt })
  return [
    ...consoleRoutes(files),
    assetRoute(files),
    ...documentRoutes(files),
    ...guideRoutes(guide),
    ...fixedRoutes(files),
    ...interfaceRoutes(options),
    authorityRoute(options),
  ]
}
