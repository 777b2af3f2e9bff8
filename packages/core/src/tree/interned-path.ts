import { isNotificationPath, type Metadata, type PathProperties } from '@marinedata/model'

/** Properties of a path from the path metadata table. */
export interface PathDescription {
  readonly metadata: Metadata | undefined
  readonly properties: PathProperties
}

/** A path in the tree, parsed once and shared by all contexts. */
export class InternedPath implements PathProperties {
  readonly text: string
  readonly segments: readonly string[]
  readonly metadata: Metadata | undefined
  /** Sort key that keeps branches together: `a.b`, `a.b.c`, `a.b-c`. */
  readonly order: string
  /** The JSON of a path value up to the value. */
  readonly head: string
  /** Notifications are sent immediately and are never conflated or stale. */
  readonly isNotification: boolean
  // Copied from the table: the hot path reads them for every value.
  readonly isPerSource: boolean
  readonly isServerDecision: boolean
  readonly isAttribute: boolean
  readonly isMeasurement: boolean
  /** The metadata as JSON, serialized once; undefined for paths without metadata. */
  readonly metadataJson: string | undefined
  /** Number of rows that use the path; at zero it is removed. */
  rows = 0

  constructor(text: string, segments: readonly string[], { metadata, properties }: PathDescription) {
    this.text = text
    this.segments = segments
    this.metadata = metadata
    this.metadataJson = metadata && JSON.stringify(metadata)
    this.order = segments.join('\u0000')
    this.head = `{"path":"${text}","value":`
    this.isNotification = isNotificationPath(text)
    this.isPerSource = properties.isPerSource
    this.isServerDecision = properties.isServerDecision
    this.isAttribute = properties.isAttribute
    this.isMeasurement = properties.isMeasurement
  }
}
