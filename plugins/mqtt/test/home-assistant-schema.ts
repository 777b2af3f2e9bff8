import { Type, type TSchema } from '@marinedata/model'

/**
 * Messages of discovery as Home Assistant documents them (integrations `mqtt`, `sensor.mqtt`, `binary_sensor.mqtt`,
 * `device_tracker.mqtt`, and the classes of `sensor`), reduced to the members that the plugin sends.
 */
const strict = { additionalProperties: false } as const
const template = Type.String({ pattern: '^\\{\\{ .+ \\}\\}$' })
// No wildcards, and no empty levels.
const topic = Type.String({ pattern: '^[^+#/]+(?:/[^+#/]+)*$' })

const everyComponent = {
  name: Type.String({ minLength: 1 }),
  unique_id: Type.String({ pattern: '^[A-Za-z0-9_-]+$' }),
  availability: Type.Array(Type.Object({ topic, value_template: Type.Optional(template) }, strict), {
    minItems: 1,
  }),
  availability_mode: Type.Enum(['all', 'any', 'latest']),
  device: Type.Object(
    { identifiers: Type.Array(Type.String(), { minItems: 1 }), name: Type.String({ minLength: 1 }) },
    strict,
  ),
  origin: Type.Object(
    { name: Type.String({ minLength: 1 }), sw_version: Type.Optional(Type.String()) },
    strict,
  ),
}

const attributes = {
  json_attributes_topic: Type.Optional(topic),
  json_attributes_template: Type.Optional(template),
}

/** Units that Home Assistant accepts for a class; of these the ones that a boat has. */
export const unitsByClass: Readonly<Record<string, readonly string[]>> = {
  area: ['m²', 'cm²', 'km²', 'mm²', 'in²', 'ft²', 'yd²', 'mi²', 'ac', 'ha'],
  atmospheric_pressure: ['cbar', 'bar', 'hPa', 'mmHg', 'inHg', 'kPa', 'mbar', 'Pa', 'psi'],
  battery: ['%'],
  current: ['A', 'mA'],
  distance: ['km', 'm', 'cm', 'mm', 'mi', 'nmi', 'yd', 'in'],
  duration: ['d', 'h', 'min', 's', 'ms', 'µs'],
  energy_storage: [
    'J',
    'kJ',
    'MJ',
    'GJ',
    'mWh',
    'Wh',
    'kWh',
    'MWh',
    'GWh',
    'TWh',
    'cal',
    'kcal',
    'Mcal',
    'Gcal',
  ],
  frequency: ['Hz', 'kHz', 'MHz', 'GHz'],
  humidity: ['%'],
  power: ['mW', 'W', 'kW', 'MW', 'GW', 'TW'],
  pressure: ['Pa', 'kPa', 'hPa', 'bar', 'cbar', 'mbar', 'mmHg', 'inHg', 'psi'],
  speed: ['ft/s', 'in/d', 'in/h', 'in/s', 'km/h', 'kn', 'm/s', 'mph', 'mm/d', 'mm/s'],
  temperature: ['°C', '°F', 'K'],
  voltage: ['V', 'mV', 'µV', 'kV', 'MV'],
  volume_flow_rate: ['m³/h', 'm³/s', 'ft³/min', 'L/h', 'L/min', 'L/s', 'gal/min', 'mL/s'],
  volume_storage: ['L', 'mL', 'gal', 'fl. oz.', 'm³', 'ft³', 'CCF'],
  weight: ['kg', 'g', 'mg', 'µg', 'oz', 'lb', 'st'],
  wind_direction: ['°'],
  wind_speed: ['Beaufort', 'ft/s', 'km/h', 'kn', 'm/s', 'mph'],
}

const sensorBase = {
  ...everyComponent,
  state_topic: topic,
  value_template: Type.Optional(template),
  suggested_display_precision: Type.Optional(Type.Integer({ minimum: 0 })),
}
const stateClass = Type.Enum(['measurement', 'total', 'total_increasing'])
/** Only for a unit of degrees. */
const angle = Type.Literal('measurement_angle')

const sensors = [
  // Text: a class of state would make Home Assistant expect a number.
  Type.Object(sensorBase, strict),
  Type.Object(
    {
      ...sensorBase,
      state_class: stateClass,
      unit_of_measurement: Type.Optional(Type.String({ minLength: 1 })),
    },
    strict,
  ),
  Type.Object({ ...sensorBase, state_class: angle, unit_of_measurement: Type.Literal('°') }, strict),
  ...Object.entries(unitsByClass).map(([name, units]) =>
    Type.Object(
      {
        ...sensorBase,
        device_class: Type.Literal(name),
        unit_of_measurement: Type.Enum([...units]),
        state_class: name === 'wind_direction' ? angle : stateClass,
      },
      strict,
    ),
  ),
]

export const schemaByComponent: Readonly<Record<string, TSchema>> = {
  sensor: Type.Union(sensors),
  binary_sensor: Type.Object(
    {
      ...everyComponent,
      ...attributes,
      state_topic: topic,
      value_template: Type.Optional(template),
      device_class: Type.Optional(Type.Enum(['problem', 'safety', 'running', 'power', 'moisture'])),
    },
    strict,
  ),
  device_tracker: Type.Object(
    {
      ...everyComponent,
      json_attributes_topic: topic,
      json_attributes_template: Type.Optional(template),
      source_type: Type.Enum(['gps', 'router', 'bluetooth', 'bluetooth_le']),
    },
    strict,
  ),
}
