import { isNotificationPath, type Metadata } from '@marinedata/model'

// Members that identify a craft rather than measure it. The tree shows them as plain values.
const attributes: ReadonlySet<string> = new Set([
  'mmsi',
  'mothershipMmsi',
  'url',
  'uuid',
  'name',
  'flag',
  'port',
  'registrations',
  'communication',
  'base',
])

const defaultPilot = 'steering.autopilot.defaultPilot'
const decisions: ReadonlySet<string> = new Set([defaultPilot, 'steering.autopilot.helm'])

/** A path in the tree, parsed once and shared by all contexts. */
export class InternedPath {
  readonly text: string
  readonly segments: readonly string[]
  readonly metadata: Metadata | undefined
  /** Sort key that keeps branches together: `a.b`, `a.b.c`, `a.b-c`. */
  readonly order: string
  /** The JSON of a path value up to the value. */
  readonly head: string
  /** Notifications are sent immediately and are never conflated or stale. */
  readonly isNotification: boolean
  /** Values of all sources are shown, without a preferred source: two autopilots, two alarms. */
  readonly isPerSource: boolean
  /** A decision of the server, published only when it changes. It never becomes stale. */
  readonly isServerDecision: boolean
  /** Shown as a plain value in the tree: `name`, not `name.value`. */
  readonly isAttribute: boolean
  /** The metadata as JSON, serialized once; undefined when there is none. */
  readonly metadataJson: string | undefined
  /** Number of rows that use the path; at zero it is removed. */
  rows = 0

  constructor(text: string, segments: readonly string[], metadata: Metadata | undefined) {
    this.text = text
    this.segments = segments
    this.metadata = metadata
    this.metadataJson = metadata && JSON.stringify(metadata)
    this.order = segments.join('\u0000')
    this.head = `{"path":"${text}","value":`
    this.isNotification = isNotificationPath(text)
    this.isServerDecision = decisions.has(text)
    // There can be many autopilots, but only one default.
    const isOfOnePilot = text.startsWith('steering.autopilot.') && text !== defaultPilot
    this.isPerSource = this.isNotification || isOfOnePilot
    this.isAttribute = attributes.has(segments[0] ?? '')
  }
}
