import { MarineDataError, Type, type ProductWord } from '@marinedata/model'
import { readFile } from 'node:fs/promises'
import { pageHeaders } from './page-headers.ts'
import { route, type Route } from './route.ts'

export interface PageRoutesOptions {
  readonly productWord: ProductWord
  /** The certificate of the boat's own authority, as PEM; undefined when it has none. */
  readonly authority: () => string | undefined
  /** Where other devices aboard find the server, best first, such as `https://192.168.1.5:3000`. */
  readonly addresses: (port: number) => readonly string[]
}

const assets = new URL('../../assets/pages/', import.meta.url)

const types = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  pem: 'application/x-x509-ca-cert',
} as const

interface Page {
  readonly path: string
  readonly file: string
  readonly operationId: string
  readonly summary: string
}

const pages: readonly Page[] = [
  { path: '/', file: 'boat.html', operationId: 'getBoatPage', summary: 'The boat, for a browser' },
  {
    path: '/claim',
    file: 'claim.html',
    operationId: 'getClaimPage',
    summary: 'Where the first owner comes in',
  },
  { path: '/join', file: 'join.html', operationId: 'getJoinPage', summary: 'Where someone invited comes in' },
  { path: '/sign-in', file: 'sign-in.html', operationId: 'getSignInPage', summary: 'Where people sign in' },
  {
    path: '/pair',
    file: 'pair.html',
    operationId: 'getPairPage',
    summary: 'Where a device asks to be let in',
  },
  {
    path: '/access',
    file: 'access.html',
    operationId: 'getAccessPage',
    summary: 'People and devices, for the owner',
  },
]

/** What the pages load, by its name: what a client asks for never becomes the name of a file. */
const parts: ReadonlyMap<string, keyof typeof types> = new Map([
  ['page.css', 'css'],
  ['page.js', 'js'],
  ['boat.js', 'js'],
  ['stream.js', 'js'],
  ['values.js', 'js'],
  ['enter.js', 'js'],
  ['pair.js', 'js'],
  ['sha-256.js', 'js'],
  ['access.js', 'js'],
  ['qr-code.js', 'js'],
  ['uqr.js', 'js'],
])

/** The maker of QR codes is a package that needs nothing else, so it is served as it is. */
const placeOf = (part: string): URL =>
  part === 'uqr.js' ? new URL(import.meta.resolve('uqr')) : new URL(part, assets)

const pageRoute = ({ path, file, operationId, summary }: Page, productWord: ProductWord): Route =>
  route({
    method: 'GET',
    path,
    scope: 'public',
    operationId,
    summary,
    responses: { 200: { description: 'A page', contentType: types.html, schema: Type.String() } },
    handle: async (_request, reply) => {
      const text = await readFile(new URL(file, assets), 'utf8')
      return reply
        .headers(pageHeaders)
        .header('content-type', types.html)
        .send(text.replaceAll('{word}', productWord))
    },
  })

const partRoute = (): Route =>
  route({
    method: 'GET',
    path: '/assets/:file',
    scope: 'public',
    operationId: 'getPagePart',
    summary: 'A script or style sheet of the pages',
    params: Type.Object({ file: Type.String({ maxLength: 64 }) }),
    responses: { 200: { description: 'A part of the pages', contentType: types.js, schema: Type.String() } },
    problems: ['not-found'],
    handle: async ({ params: { file } }, reply) => {
      const kind = parts.get(file)
      if (kind === undefined) throw new MarineDataError('not-found', `No page has a part "${file}"`)
      const text = await readFile(placeOf(file), 'utf8')
      return reply.headers(pageHeaders).header('content-type', types[kind]).send(text)
    },
  })

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

/** Plain pages for people: coming in, being let in, and letting others in. */
export const pageRoutes = (options: PageRoutesOptions): Route[] => [
  ...pages.map((page) => pageRoute(page, options.productWord)),
  partRoute(),
  authorityRoute(options),
  addressesRoute(options),
]
