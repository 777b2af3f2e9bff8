/** How the tree treats the values of a path. Not part of the metadata: no delta and no setting changes it. */
export interface PathProperties {
  /** Values of all sources are shown, without a preferred source: two autopilots, two alarms. */
  readonly isPerSource: boolean
  /** A decision of the server, published only when it changes. It never becomes stale. */
  readonly isServerDecision: boolean
  /** Identifies a craft rather than measures it. Shown as a plain value: `name`, not `name.value`. Never stale. */
  readonly isAttribute: boolean
  /** Becomes stale, although its metadata has no unit. */
  readonly isMeasurement: boolean
}

/** Properties by path. An entry applies to its path and all paths below; a longer entry replaces single members. */
export type PathPropertyEntries = Readonly<Record<string, Partial<PathProperties>>>

export const ordinaryPath: PathProperties = {
  isPerSource: false,
  isServerDecision: false,
  isAttribute: false,
  isMeasurement: false,
}

const attribute = { isAttribute: true } as const

export const pathProperties: PathPropertyEntries = {
  mmsi: attribute,
  mothershipMmsi: attribute,
  url: attribute,
  uuid: attribute,
  name: attribute,
  flag: attribute,
  port: attribute,
  registrations: attribute,
  communication: attribute,
  // What a station sent, and when: the time matters.
  'communication.safetyText': { isAttribute: false },
  'communication.dscCall': { isAttribute: false },
  base: attribute,
  notifications: { isPerSource: true },
  'navigation.position': { isMeasurement: true },
  'steering.autopilot': { isPerSource: true },
  // There can be many autopilots, but only one default.
  'steering.autopilot.defaultPilot': { isPerSource: false, isServerDecision: true },
  'steering.autopilot.helm': { isServerDecision: true },
}
