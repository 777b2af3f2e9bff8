/** How Home Assistant shows a number: its class, its unit, and how the SI value becomes that unit. */
export interface SensorClass {
  readonly deviceClass?: string
  readonly unit: string
  readonly stateClass: 'measurement' | 'measurement_angle'
  readonly factor?: number
  readonly offset?: number
  /** Decimal places. */
  readonly digits: number
}

/** The first entry whose pattern matches the path counts. */
type Rules = readonly (readonly [path: RegExp, SensorClass])[]

const any = /(?:)/
const stateClass = 'measurement'
const degreesPerRadian = 180 / Math.PI

// Circular: the mean of 359° and 1° is 0°.
const circular = /(?:heading|course|bearing)|\.wind\.angle/i

const rulesByUnit: Readonly<Record<string, Rules>> = {
  'm/s': [
    [/\.wind\./, { deviceClass: 'wind_speed', unit: 'm/s', stateClass, digits: 2 }],
    [any, { deviceClass: 'speed', unit: 'm/s', stateClass, digits: 2 }],
  ],
  rad: [
    [
      /\.wind\.direction/,
      {
        deviceClass: 'wind_direction',
        unit: '°',
        stateClass: 'measurement_angle',
        factor: degreesPerRadian,
        digits: 1,
      },
    ],
    [circular, { unit: '°', stateClass: 'measurement_angle', factor: degreesPerRadian, digits: 1 }],
    [any, { unit: '°', stateClass, factor: degreesPerRadian, digits: 1 }],
  ],
  'rad/s': [[any, { unit: '°/s', stateClass, factor: degreesPerRadian, digits: 2 }]],
  deg: [[any, { unit: '°', stateClass, digits: 6 }]],
  K: [[any, { deviceClass: 'temperature', unit: '°C', stateClass, offset: -273.15, digits: 1 }]],
  Pa: [
    [
      /^environment\.outside\./,
      { deviceClass: 'atmospheric_pressure', unit: 'hPa', stateClass, factor: 0.01, digits: 1 },
    ],
    [any, { deviceClass: 'pressure', unit: 'hPa', stateClass, factor: 0.01, digits: 1 }],
  ],
  m: [[any, { deviceClass: 'distance', unit: 'm', stateClass, digits: 2 }]],
  m2: [[any, { deviceClass: 'area', unit: 'm²', stateClass, digits: 2 }]],
  m3: [[any, { deviceClass: 'volume_storage', unit: 'L', stateClass, factor: 1_000, digits: 1 }]],
  'm3/s': [[any, { deviceClass: 'volume_flow_rate', unit: 'L/h', stateClass, factor: 3_600_000, digits: 2 }]],
  V: [[any, { deviceClass: 'voltage', unit: 'V', stateClass, digits: 3 }]],
  A: [[any, { deviceClass: 'current', unit: 'A', stateClass, digits: 3 }]],
  W: [[any, { deviceClass: 'power', unit: 'W', stateClass, digits: 1 }]],
  J: [[any, { deviceClass: 'energy_storage', unit: 'J', stateClass, digits: 0 }]],
  C: [[any, { unit: 'Ah', stateClass, factor: 1 / 3_600, digits: 2 }]],
  Hz: [
    [/revolutions/i, { unit: 'rpm', stateClass, factor: 60, digits: 0 }],
    [any, { deviceClass: 'frequency', unit: 'Hz', stateClass, digits: 2 }],
  ],
  s: [[any, { deviceClass: 'duration', unit: 's', stateClass, digits: 0 }]],
  kg: [[any, { deviceClass: 'weight', unit: 'kg', stateClass, digits: 2 }]],
  ratio: [
    [/stateOfCharge/, { deviceClass: 'battery', unit: '%', stateClass, factor: 100, digits: 0 }],
    [/humidity/i, { deviceClass: 'humidity', unit: '%', stateClass, factor: 100, digits: 1 }],
    [any, { unit: '%', stateClass, factor: 100, digits: 1 }],
  ],
}

/** Undefined for a number without a known unit. */
export const sensorClassOf = (path: string, unit: string | undefined): SensorClass | undefined =>
  rulesByUnit[unit ?? '']?.find(([pattern]) => pattern.test(path))?.[1]
