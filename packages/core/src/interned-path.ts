import { isNotificationPath, type Metadata } from '@marinedata/model'

// Members that name a craft rather than measure it: they stand in the tree as plain values.
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

/** A path that the tree knows, parsed once and shared by every context that has it. */
export class InternedPath {
  readonly text: string
  readonly segments: readonly string[]
  readonly metadata: Metadata | undefined
  /** Sorts paths so that a branch stays together: `a.b`, `a.b.c`, `a.b-c`. */
  readonly order: string
  /** The JSON of a path value up to the value itself. */
  readonly head: string
  /** Notifications: sent at once, never conflated, never stale. */
  readonly isNotification: boolean
  /** Each source speaks for itself here: two autopilots, two alarms. No source hides another. */
  readonly isPerSource: boolean
  /** What the server itself has decided, and tells only when it changes: silence says nothing of it. */
  readonly isDecision: boolean
  /** Plain in the tree: `name`, not `name.value`. */
  readonly isAttribute: boolean
  /** What is known of the path as JSON, written once; undefined when nothing is. */
  readonly metadataJson: string | undefined
  /** How many rows use it; at zero it is forgotten. */
  rows = 0

  constructor(text: string, segments: readonly string[], metadata: Metadata | undefined) {
    this.text = text
    this.segments = segments
    this.metadata = metadata
    this.metadataJson = metadata && JSON.stringify(metadata)
    this.order = segments.join('\u0000')
    this.head = `{"path":"${text}","value":`
    this.isNotification = isNotificationPath(text)
    this.isDecision = decisions.has(text)
    // There are many pilots, but one default.
    const isOfOnePilot = text.startsWith('steering.autopilot.') && text !== defaultPilot
    this.isPerSource = this.isNotification || isOfOnePilot
    this.isAttribute = attributes.has(segments[0] ?? '')
  }
}
