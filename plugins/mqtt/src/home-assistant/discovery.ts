import {
  defaultProductWord,
  isNotificationPath,
  PathMetadataTable,
  severities,
  isNormal,
} from '@marinedata/model'
import { objectIdOf, type Component } from '#topic-layout.ts'
import { sensorClassOf, type SensorClass } from './sensor-classes.ts'

/** The boat in the discovery messages for Home Assistant. */
export interface DiscoveredBoat {
  /** Identifies the boat: letters, digits and `_`. */
  readonly id: string
  readonly name: string
  readonly version: string
  /** The topic that says whether the boat is connected. */
  readonly statusTopic: string
}

/** A value, and the topic that has it. */
export interface DiscoveredValue {
  readonly path: string
  readonly topic: string
  readonly value: unknown
}

/** A component of Home Assistant and its configuration. */
export interface DiscoveredComponent {
  readonly component: Component
  readonly config: Readonly<Record<string, unknown>>
}

const positionPath = 'navigation.position'
const alertStates = severities.filter((state) => !isNormal(state)).map((state) => `'${state}'`)

const isUnknown = 'value_json.value is none'

const words = (segments: readonly string[]): string =>
  segments.join(' ').replace(/([a-z0-9])([A-Z])/g, (_all, a: string, b: string) => `${a} ${b.toLowerCase()}`)

/** `navigation.speedOverGround` is "Speed over ground". */
const nameOf = (path: string): string => {
  const text = words(path.split('.').slice(1))
  const name = isNotificationPath(path) ? `Alert ${text}` : text || path
  return name.charAt(0).toUpperCase() + name.slice(1)
}

const availabilityOf = ({ statusTopic }: DiscoveredBoat, { path, topic }: DiscoveredValue): object[] => [
  { topic: statusTopic },
  // No notification at a path is no alert. At every other path no value is an unknown value.
  ...(isNotificationPath(path)
    ? []
    : [{ topic, value_template: `{{ 'offline' if ${isUnknown} else 'online' }}` }]),
]

const numberTemplate = ({ factor = 1, offset = 0, digits }: SensorClass): string => {
  const scaled = factor === 1 ? 'value_json.value' : `value_json.value * ${factor}`
  const shifted = offset === 0 ? scaled : `${scaled} + ${offset}`
  return `{{ none if ${isUnknown} else (${shifted}) | round(${digits}) }}`
}

const numberConfig = (path: string): object => {
  const sensor = sensorClassOf(path, metadata.of(path.split('.'))?.units)
  if (sensor === undefined) return { state_class: 'measurement', value_template: '{{ value_json.value }}' }
  return {
    ...(sensor.deviceClass !== undefined && { device_class: sensor.deviceClass }),
    unit_of_measurement: sensor.unit,
    state_class: sensor.stateClass,
    suggested_display_precision: sensor.digits,
    value_template: numberTemplate(sensor),
  }
}

const metadata = new PathMetadataTable()

type Kind = Pick<DiscoveredComponent, 'component' | 'config'>

const kindOf = ({ path, topic, value }: DiscoveredValue): Kind | undefined => {
  if (isNotificationPath(path))
    return {
      component: 'binary_sensor',
      config: {
        state_topic: topic,
        device_class: 'problem',
        value_template: `{{ 'ON' if value_json.value and value_json.value.state in [${alertStates.join(', ')}] else 'OFF' }}`,
        json_attributes_topic: topic,
        json_attributes_template: '{{ (value_json.value or {}) | tojson }}',
      },
    }
  if (path === positionPath)
    return {
      component: 'device_tracker',
      config: {
        json_attributes_topic: topic,
        json_attributes_template: '{{ (value_json.value or {}) | tojson }}',
        source_type: 'gps',
      },
    }
  if (typeof value === 'number')
    return { component: 'sensor', config: { state_topic: topic, ...numberConfig(path) } }
  if (typeof value === 'string')
    return { component: 'sensor', config: { state_topic: topic, value_template: '{{ value_json.value }}' } }
  if (typeof value === 'boolean')
    return {
      component: 'binary_sensor',
      config: { state_topic: topic, value_template: "{{ 'ON' if value_json.value else 'OFF' }}" },
    }
  return undefined
}

/** How Home Assistant shows a value; undefined for a value that it cannot show. */
export const discoveryOf = (
  boat: DiscoveredBoat,
  value: DiscoveredValue,
): DiscoveredComponent | undefined => {
  const kind = kindOf(value)
  if (kind === undefined) return undefined
  return {
    component: kind.component,
    config: {
      name: nameOf(value.path),
      unique_id: `${boat.id}_${objectIdOf(value.path)}`,
      ...kind.config,
      availability: availabilityOf(boat, value),
      availability_mode: 'all',
      device: { identifiers: [boat.id], name: boat.name },
      origin: { name: defaultProductWord, sw_version: boat.version },
    },
  }
}
