import { randomBytes } from 'node:crypto'
import type { Base, Feature } from '../compose/feature.ts'
import { discoveryRoutes, type DiscoveryRoutesOptions } from '../http/routes/discovery-routes.ts'
import { treeRoutes } from '../http/routes/tree-routes.ts'
import { serverVersion } from '../settings/server-version.ts'

const sweepMs = 250

/** The tree as REST documents, the discovery document and `/health`. */
export const treeFeature = (
  { core, self }: Base,
  parts: Pick<DiscoveryRoutesOptions, 'isReady' | 'repairs' | 'isolation'>,
): Feature => {
  const { productWord, reader, tree, health } = core
  return {
    routes: [
      ...discoveryRoutes({ ...parts, self, productWord, serverVersion, conditions: () => health.list() }),
      ...treeRoutes({
        productWord,
        answer: (address, hasMetadata) => reader.answer(address, hasMetadata),
        bootId: randomBytes(6).toString('base64url'),
      }),
    ],
    tasks: [{ name: 'tree.sweep', period: sweepMs, run: () => tree.sweep() }],
  }
}
