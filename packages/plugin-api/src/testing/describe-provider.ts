import type { ProviderKind } from '#protocol/device-kinds.ts'
import { describeAnchors } from './anchor/describe-anchors.ts'
import type { AnchorSuiteOptions } from './anchor/options.ts'
import { describePilots } from './autopilot/describe-pilots.ts'
import type { AutopilotSuiteOptions } from './autopilot/options.ts'
import { describeCases, Subject, type SuiteOptions } from './conformance.ts'
import { describePlugin } from './describe-plugin.ts'
import { providerCases } from './provider-cases.ts'

const describeProvider = (kind: ProviderKind, place: string | URL, options: SuiteOptions): void => {
  describePlugin(place, options)
  const cases = providerCases.map(({ title, check }) => ({
    title,
    check: async (subject: Subject) => await check(subject, kind),
  }))
  describeCases(`the ${kind} provider at ${String(place)}`, new Subject(place, options), cases)
}

/**
 * Creates the suite that every provider of autopilots must pass: the plugin cases, the provider cases, and the
 * autopilot cases for each of its devices. Cases that need a missing option are skipped with the reason.
 */
export const describeAutopilotProvider = (place: string | URL, options: AutopilotSuiteOptions = {}): void => {
  describeProvider('autopilot', place, options)
  describePilots(place, options)
}

/**
 * Creates the suite that every provider of an anchor watch must pass: the plugin cases, the provider cases, and the
 * anchor watch cases.
 */
export const describeAnchorProvider = (place: string | URL, options: AnchorSuiteOptions = {}): void => {
  describeProvider('anchor', place, options)
  describeAnchors(place, options)
}
