/** The first parts of all topics of a boat. */
export interface TopicLayout {
  /** Of its values. */
  readonly prefix: string
  /** Of what Home Assistant reads. */
  readonly discovery: string
  /** Identifies the boat: letters, digits and `_`. */
  readonly boatId: string
}

export const components = ['sensor', 'binary_sensor', 'device_tracker'] as const
/** Kinds of entities in Home Assistant. */
export type Component = (typeof components)[number]

/** The topic that says whether the boat is connected: `online` or `offline`. */
export const statusTopicOf = ({ prefix }: TopicLayout): string => `${prefix}/status`

export const valueTopicOf = ({ prefix }: TopicLayout, path: string): string =>
  `${prefix}/${path.replaceAll('.', '/')}`

/** The id of a path within the boat. Doubles `_`, so that two paths differ. */
export const objectIdOf = (path: string): string => path.replaceAll('_', '__').replaceAll('.', '_')

export const discoveryTopicOf = (
  { discovery, boatId }: TopicLayout,
  component: Component,
  path: string,
): string => `${discovery}/${component}/${boatId}/${objectIdOf(path)}/config`

/** All topics in which a path may have been described. */
export const discoveryTopicsOf = (layout: TopicLayout, path: string): string[] =>
  components.map((component) => discoveryTopicOf(layout, component, path))
