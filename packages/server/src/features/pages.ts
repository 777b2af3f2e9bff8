import * as model from '@marinedata/model'
import { addressesAboard } from '../access/own-addresses.ts'
import { openApiDocument } from '../http/openapi.ts'
import type { DemoScene } from '../http/console-files.ts'
import { pageRoutes } from '../http/page-routes.ts'
import type { Route } from '../http/route.ts'
import type { Certificates } from '../tls/credentials.ts'
import type { Base, Feature } from '../compose/feature.ts'

/** Schemas of the stream, which no route refers to. */
const streamShapes: readonly model.TSchema[] = [
  model.Delta,
  model.SentDelta,
  model.SubscribeMessage,
  model.UnsubscribeMessage,
  model.Hello,
  model.Heartbeat,
  model.Leaf,
  model.Notification,
]

/** The OpenAPI document of the routes. */
export const documentOf = (routes: readonly Route[], productWord: model.ProductWord): unknown =>
  openApiDocument(routes, { productWord, version: model.interfaceVersion.slice(1), shapes: streamShapes })

export interface Pages extends Feature {
  /** URLs for other devices aboard, best first. */
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
  const authority = (): string | undefined => certificates?.current().caPem
  return {
    addresses,
    routes: pageRoutes({ productWord, demo, authority, openApi }),
  }
}
