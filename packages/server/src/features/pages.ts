import { interfaceVersion, type ProductWord } from '@marinedata/model'
import { sessionCookieName } from '../access/cookies.ts'
import { addressesAboard } from '../access/own-addresses.ts'
import { asyncApiDocument } from '../http/documents/asyncapi.ts'
import { openApiDocument } from '../http/documents/openapi.ts'
import type { DemoScene } from '../http/console-files.ts'
import { pageRoutes } from '../http/page-routes.ts'
import type { Route } from '../http/route.ts'
import type { Certificates } from '../tls/credentials.ts'
import type { Base, Feature } from '../compose/feature.ts'

const version = interfaceVersion.slice(1)

const isSlashed = (path: string): boolean => path.length > 1 && path.endsWith('/')

/**
 * The OpenAPI document of the routes. It omits addresses with a pass, which only pages of plugins know, and addresses that differ
 * from another only by a slash at the end.
 */
export const documentOf = (routes: readonly Route[], productWord: ProductWord): unknown => {
  const documented = routes.filter(({ door, path }) => door !== 'page' && !isSlashed(path))
  return openApiDocument(documented, { productWord, version, sessionCookie: sessionCookieName })
}

/** The AsyncAPI document of the WebSockets. */
export const streamDocumentOf = (productWord: ProductWord): unknown =>
  asyncApiDocument({ productWord, version })

export interface Pages extends Feature {
  /** URLs for other devices on the boat, best first. */
  readonly addresses: (port: number) => readonly string[]
}

interface PageParts {
  readonly certificates: Certificates | undefined
  readonly demo?: DemoScene | undefined
  readonly routes: () => readonly Route[]
}

/** The console's pages, the documents about the server, and the certificate of its authority. */
export const pageFeature = (
  { core: { productWord }, settings, isOpen, names }: Base,
  { certificates, demo, routes }: PageParts,
): Pages => {
  const isEncrypted = certificates !== undefined
  const host = isOpen ? 'localhost' : settings.host
  const addresses = (port: number): readonly string[] =>
    addressesAboard({ port, isEncrypted, host, names: names.announced })
  let document: unknown
  const openApi = (): unknown => (document ??= documentOf(routes(), productWord))
  const asyncApi = (): unknown => streamDocumentOf(productWord)
  const authority = (): string | undefined => certificates?.current().caPem
  return {
    addresses,
    routes: pageRoutes({ productWord, demo, authority, openApi, asyncApi }),
  }
}
