import type { PluginClaim } from '@marinedata/model'
import type { FoundPlugin } from '../discovery.ts'
import { claimsBeyond, claimsOf } from './claims.ts'

/** Where it is kept what an owner has agreed to. */
export interface ConsentStore {
  /** Undefined when nobody was ever asked. */
  consent(plugin: string): readonly PluginClaim[] | undefined
  giveConsent(plugin: string, claims: readonly PluginClaim[]): void
}

const presentClaims = ({ usable, package: packageName }: FoundPlugin): PluginClaim[] =>
  'manifest' in usable ? claimsOf(usable.manifest, packageName) : []

/** An owner agrees to all that the plugin claims now. */
export const giveConsent = (store: ConsentStore, found: FoundPlugin): void =>
  store.giveConsent(found.name, presentClaims(found))

/**
 * What an enabled plugin claims beyond what an owner agreed to. Plugins that come with the product, and those named when the
 * server is started, are not asked about; one that was enabled before claims were kept is taken as it is now.
 */
export const claimsWithoutConsent = (store: ConsentStore, found: FoundPlugin): PluginClaim[] => {
  if (found.origin !== 'folder') return []
  const agreed = store.consent(found.name)
  if (agreed !== undefined) return claimsBeyond(agreed, presentClaims(found))
  giveConsent(store, found)
  return []
}
