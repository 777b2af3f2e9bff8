import type { ProviderKind } from '#protocol/device-kinds.ts'
import { describeAnchors } from './anchor/describe-anchors.ts'
import type { AnchorSuiteOptions } from './anchor/options.ts'
import { describePilots } from './autopilot/describe-pilots.ts'
import type { AutopilotSuiteOptions } from './autopilot/options.ts'
import { describeControls } from './control/describe-controls.ts'
import { describeCases, Subject, type SuiteOptions } from './conformance.ts'
import { describePlugin } from './describe-plugin.ts'
import { busCases, type BusSuiteOptions } from './buses/bus-cases.ts'
import { channelCases, type AlertChannelSuiteOptions } from './channels/channel-cases.ts'
import { courseCases, type CourseSuiteOptions } from './answers/course-cases.ts'
import { historyCases, type HistorySuiteOptions } from './answers/history-cases.ts'
import { weatherCases, type WeatherSuiteOptions } from './answers/weather-cases.ts'
import { providerCases } from './provider-cases.ts'
import { resourceCases } from './resource-cases.ts'

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

/**
 * Creates the suite that every provider of controls must pass: the plugin cases, the provider cases, and the cases of
 * controls.
 */
export const describeControlProvider = (place: string | URL, options: SuiteOptions = {}): void => {
  describeProvider('control', place, options)
  describeControls(place, options)
}

/**
 * Creates the suite that every provider of resources must pass: the plugin cases, and the cases of resources. Give it
 * settings with which the plugin has at least one resource of each kind.
 */
export const describeResourceProvider = (place: string | URL, options: SuiteOptions = {}): void => {
  describePlugin(place, options)
  describeCases(`the resources at ${String(place)}`, new Subject(place, options), resourceCases)
}

/**
 * Creates the suite that every provider of weather must pass: the plugin cases, and the cases of the weather. Give it a
 * place for which the plugin has answers.
 */
export const describeWeatherProvider = (place: string | URL, options: WeatherSuiteOptions = {}): void => {
  describePlugin(place, options)
  describeCases(`the weather at ${String(place)}`, new Subject(place, options), weatherCases(options))
}

/** Creates the suite that every provider of the course must pass: the plugin cases, and the cases of the course. */
export const describeCourseProvider = (place: string | URL, options: CourseSuiteOptions = {}): void => {
  describePlugin(place, options)
  describeCases(`the course at ${String(place)}`, new Subject(place, options), courseCases(options))
}

/**
 * Creates the suite that every provider of history must pass: the plugin cases, and the cases of history. It sends values
 * to the plugin and asks for them.
 */
export const describeHistoryProvider = (place: string | URL, options: HistorySuiteOptions = {}): void => {
  describePlugin(place, options)
  describeCases(`the history at ${String(place)}`, new Subject(place, options), historyCases(options))
}

/**
 * Creates the suite that every provider of channels for alarms must pass: the plugin cases, the provider cases, and the
 * cases of channels. Give it settings with which the plugin has a channel, to a service that no one listens to.
 */
export const describeAlertChannelProvider = (
  place: string | URL,
  options: AlertChannelSuiteOptions = {},
): void => {
  describeProvider('alert-channel', place, options)
  describeCases(`the alert channels at ${String(place)}`, new Subject(place, options), channelCases(options))
}

/**
 * Creates the suite that every plugin that offers a bus must pass: the plugin cases, and the cases of buses. Give it the far
 * end of the wire: the suite looks there for what the plugin writes, and lets devices send.
 */
export const describeBusProvider = (place: string | URL, options: BusSuiteOptions): void => {
  describePlugin(place, options)
  describeCases(`the buses at ${String(place)}`, new Subject(place, options), busCases(options))
}
