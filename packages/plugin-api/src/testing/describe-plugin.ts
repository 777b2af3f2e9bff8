import { describeCases, Subject, type SuiteOptions } from './conformance.ts'
import { pluginCases } from './plugin-cases.ts'

/**
 * Creates the suite that every plugin must pass, in any language.
 * @param place the plugin's folder, or a single module
 */
export const describePlugin = (place: string | URL, options: SuiteOptions = {}): void =>
  describeCases(`the plugin at ${String(place)}`, new Subject(place, options), pluginCases)
