import type { PluginClaim } from '@marinedata/model'
import type { FoundPlugin } from '../discovery.ts'
import { claimsBeyond, claimsOf, haveOldGrants, upgradedClaims } from './claims.ts'

/** Stores the claims that an owner has approved. */
export interface ConsentStore {
  /** Undefined when no consent is recorded. */
  consent(plugin: string): readonly PluginClaim[] | undefined
  giveConsent(plugin: string, claims: readonly PluginClaim[]): void
}

const currentClaims = ({ usable, package: packageName }: FoundPlugin): PluginClaim[] =>
  'manifest' in usable ? claimsOf(usable.manifest, packageName) : []

/** Records the consent of an owner to all current claims of the plugin. */
export const giveConsent = (store: ConsentStore, found: FoundPlugin): void =>
  store.giveConsent(found.name, currentClaims(found))

/**
 * The claims of an enabled plugin that no owner has approved. Plugins that come with the product, and plugins named on
 * the command line, need no approval. For a plugin that was enabled before claims were stored, its current claims are
 * recorded as approved, and so is what the settings of an old grant grant now: the first start of this version finds
 * the version of the plugin that was approved.
 */
export const claimsWithoutConsent = (store: ConsentStore, found: FoundPlugin): PluginClaim[] => {
  if (found.origin !== 'folder') return []
  const agreed = store.consent(found.name)
  if (agreed !== undefined) {
    const present = currentClaims(found)
    const upgraded = upgradedClaims(agreed, present)
    if (haveOldGrants(agreed) && present.length > 0) store.giveConsent(found.name, upgraded)
    return claimsBeyond(upgraded, present)
  }
  giveConsent(store, found)
  return []
}
