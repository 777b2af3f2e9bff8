import { MarineDataError, Type, type ProductWord } from '@marinedata/model'
import { ConsoleFiles } from './console-files.ts'
import { pageHeaders } from './page-headers.ts'
import { route, type Route } from './route.ts'

export interface PageRoutesOptions {
  readonly productWord: ProductWord
  /** The certificate of the boat's own authority, as PEM; undefined when it has none. */
  readonly authority: () => string | undefined
  /** Where other devices aboard find the server, best first, such as `https://192.168.1.5:3000`. */
  readonly addresses: (port: number) => readonly string[]
}

const types = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  pem: 'application/x-x509-ca-cert',
} as const

/** One page for all of them: it looks at its own address, and at who is asking. */
const pages = [
  { path: '/', operationId: 'getBoatPage', summary: 'The console: the boat, for people' },
  { path: '/console', operationId: 'getConsole', summary: 'The console, at the address that plotters know' },
  { path: '/claim', operationId: 'getClaimPage', summary: 'Where the first owner comes in' },
  { path: '/join', operationId: 'getJoinPage', summary: 'Where someone invited comes in' },
  { path: '/sign-in', operationId: 'getSignInPage', summary: 'Where people sign in' },
  { path: '/pair', operationId: 'getPairPage', summary: 'Where a device asks to be let in' },
  { path: '/access', operationId: 'getAccessPage', summary: 'People and devices, for the owner' },
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

const partRoute = (files: ConsoleFiles): Route =>
  route({
    method: 'GET',
    path: '/assets/:file',
    scope: 'public',
    operationId: 'getPagePart',
    summary: 'A script or style sheet of the console',
    params: Type.Object({ file: Type.String({ maxLength: 128 }) }),
    responses: {
      200: { description: 'A part of the console', contentType: types.js, schema: Type.String() },
    },
    problems: ['not-found'],
    handle: (request, reply) => files.send(reply, request.params.file, request.header('accept-encoding')),
  })

const fixedFiles = [
  {
    path: '/help/https',
    name: 'help-https.html',
    type: types.html,
    operationId: 'getHttpsHelp',
    summary: 'How a phone comes to trust the boat',
  },
  {
    path: '/worker.js',
    name: 'worker.js',
    type: types.js,
    operationId: 'getWorker',
    summary: 'What opens the console where the boat cannot be reached; it keeps nothing that the boat says',
  },
  {
    path: '/manifest.webmanifest',
    name: 'manifest.webmanifest',
    type: 'application/manifest+json',
    operationId: 'getManifest',
    summary: 'By which the console is put on a home screen',
  },
  {
    path: '/icon.svg',
    name: 'icon.svg',
    type: 'image/svg+xml',
    operationId: 'getIcon',
    summary: 'The mark of the console',
  },
  {
    path: '/icon-192.png',
    name: 'icon-192.png',
    type: 'image/png',
    operationId: 'getIcon192',
    summary: 'The mark of the console, for plotters and phones',
  },
  {
    path: '/icon-512.png',
    name: 'icon-512.png',
    type: 'image/png',
    operationId: 'getIcon512',
    summary: 'The mark of the console, large',
  },
] as const

const fixedRoutes = (files: ConsoleFiles): Route[] =>
  fixedFiles.map(({ name, type, ...facts }) =>
    route({
      method: 'GET',
      ...facts,
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
    summary: 'The certificate of the boat’s own authority, to be installed on phones',
    responses: { 200: { description: 'A certificate, PEM', contentType: types.pem, schema: Type.String() } },
    problems: ['not-found'],
    handle: (_request, reply) => {
      const certificate = authority()
      if (certificate === undefined)
        throw new MarineDataError('not-found', 'This boat has no certificate authority of its own')
      return reply.headers(pageHeaders).header('content-type', types.pem).send(certificate)
    },
  })

const addressesRoute = ({ productWord, addresses }: PageRoutesOptions): Route =>
  route({
    method: 'GET',
    path: `/${productWord}/v2/api/access/addresses`,
    scope: 'admin',
    operationId: 'getAddresses',
    summary: 'Where other devices aboard find the server, best first',
    responses: { 200: { description: 'Addresses', schema: Type.Array(Type.String()) } },
    handle: (request) => {
      const { port, protocol } = new URL(
        `http${request.visitor.isEncrypted ? 's' : ''}://${request.header('host')}`,
      )
      return addresses(Number(port === '' ? (protocol === 'https:' ? 443 : 80) : port))
    },
  })

/** What people open: the console, and what their phones need to trust it. */
export const pageRoutes = (options: PageRoutesOptions): Route[] => {
  const files = new ConsoleFiles(options.productWord)
  return [
    ...consoleRoutes(files),
    partRoute(files),
    ...fixedRoutes(files),
    authorityRoute(options),
    addressesRoute(options),
  ]
}
