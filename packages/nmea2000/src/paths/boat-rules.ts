import type { Fields } from '#codec/decode.ts'
import {
  is,
  litres,
  litresPerHour,
  number,
  numberIn,
  percent,
  perMinute,
  text,
  type InstanceNames,
  type Rule,
} from './rules.ts'

/** The first two engines are port and starboard, unless the skipper names them. */
const usualEngines = ['port', 'starboard']

const instanceOf = (fields: Fields): number | undefined => numberIn(fields, 'instance')

/** The name of the engine that a message is about. */
export const engineNameOf = (fields: Fields, { engines }: InstanceNames): string | undefined => {
  const instance = instanceOf(fields)
  return instance === undefined
    ? undefined
    : (engines.get(instance) ?? usualEngines[instance] ?? String(instance))
}

const engine =
  (below: string) =>
  (fields: Fields, names: InstanceNames): string | undefined => {
    const name = engineNameOf(fields, names)
    return name === undefined ? undefined : `propulsion.${name}.${below}`
  }

const battery =
  (below: string) =>
  (fields: Fields, { batteries }: InstanceNames): string | undefined => {
    const instance = instanceOf(fields)
    return instance === undefined
      ? undefined
      : `electrical.batteries.${batteries.get(instance) ?? instance}.${below}`
  }

/** A path with the instance of the device in it. */
const instance =
  (before: string, after: string) =>
  (fields: Fields): string | undefined => {
    const own = instanceOf(fields)
    return own === undefined ? undefined : `${before}.${own}.${after}`
  }

/** Kinds of tanks by their number in a message. */
export const tankKinds = [
  'fuel',
  'freshWater',
  'wasteWater',
  'liveWell',
  'lubrication',
  'blackWater',
] as const

/** A tank of an unknown kind is withheld: a path must not have "undefined" in it. */
const tank =
  (below: string) =>
  (fields: Fields): string | undefined => {
    const kind = tankKinds[numberIn(fields, 'type') ?? -1]
    const own = instanceOf(fields)
    return kind === undefined || own === undefined ? undefined : `tanks.${kind}.${own}.${below}`
  }

/** Where a temperature belongs by its source. Sources with an instance have their own path for each. */
const temperaturePath =
  (source: string) =>
  (fields: Fields, names: InstanceNames): string | undefined => {
    const kind = numberIn(fields, source) ?? -1
    if (kind === 14) return engine('exhaustTemperature')(fields, names)
    if (kind === 15) return engine('shaftSealTemperature')(fields, names)
    const well = wells[kind]
    if (well !== undefined) return instance(`tanks.${well}`, 'temperature')(fields)
    // Another sensor of the same kind has no path until the skipper names it.
    return (instanceOf(fields) ?? 0) === 0 ? temperatures[kind] : undefined
  }

const wells: Readonly<Record<number, string>> = { 5: 'liveWell', 6: 'baitWell' }

const temperatures: Readonly<Record<number, string>> = {
  0: 'environment.water.temperature',
  1: 'environment.outside.temperature',
  2: 'environment.inside.temperature',
  3: 'environment.inside.engineRoom.temperature',
  4: 'environment.inside.mainCabin.temperature',
  7: 'environment.inside.refrigerator.temperature',
  8: 'environment.inside.heating.temperature',
  9: 'environment.outside.dewPointTemperature',
  10: 'environment.outside.apparentWindChillTemperature',
  11: 'environment.outside.theoreticalWindChillTemperature',
  12: 'environment.outside.heatIndexTemperature',
  13: 'environment.inside.freezer.temperature',
}

const kelvin = { water: [268, 323], air: [213, 343], any: [173, 1_500] } as const
const pressure: readonly [number, number] = [80_000, 110_000]
const share: readonly [number, number] = [0, 1]
const isBattery = is('dcType', 0)

const depthLimit: readonly [number, number] = [0, 11_000]

/** A positive offset is to the water line, a negative one to the keel; without one only the transducer is known. */
const depthBelow =
  (sign: 1 | -1) =>
  (fields: Fields): boolean =>
    (numberIn(fields, 'offset') ?? 0) * sign > 0

const withOffset = (depth: number, fields: Fields): number => depth + (numberIn(fields, 'offset') ?? 0)

const switches: Rule = ({ message: { fields } }, mapped) => {
  const bank = instanceOf(fields)
  if (bank === undefined) return
  for (let indicator = 1; indicator <= 28; indicator++) {
    const state = fields[`indicator${indicator}`]
    if (state === 0 || state === 1)
      mapped.values.push({ path: `electrical.switches.bank.${bank}.${indicator}.state`, value: state === 1 })
  }
}

const lineNames = ['A', 'B', 'C'] as const

const lineMembers = {
  voltage: 'lineNeutralVoltage',
  current: 'current',
  frequency: 'frequency',
  realPower: 'realPower',
  reactivePower: 'reactivePower',
  powerFactor: 'powerFactor',
} as const

/** One set of values for each line. */
const lines =
  (pathOf: (bank: number, line: string, count: number) => string): Rule =>
  ({ message: { fields, lists } }, mapped) => {
    const bank = instanceOf(fields)
    const rows = lists[0] ?? []
    if (bank === undefined) return
    for (const row of rows) {
      const line = lineNames[numberIn(row, 'line') ?? -1]
      if (line === undefined) continue
      for (const [field, name] of Object.entries(lineMembers)) {
        const value = numberIn(row, field)
        if (value !== undefined)
          mapped.values.push({ path: `${pathOf(bank, line, rows.length)}.${name}`, value })
      }
    }
  }

const chargerEnabled: Rule = ({ message: { fields } }, mapped) => {
  const path = instance('electrical.chargers', 'enabled')(fields)
  const { enabled } = fields
  if (path !== undefined && (enabled === 0 || enabled === 1))
    mapped.values.push({ path, value: enabled === 1 })
}

const lowerCase = (name: string): string => name.toLowerCase()

/** Depth, engines, tanks, electricity and weather of own ship, by message. */
export const boatRules: Readonly<Record<string, readonly Rule[]>> = {
  engineParametersRapidUpdate: [
    number('speed', engine('revolutions'), { convert: perMinute }),
    number('boostPressure', engine('boostPressure')),
    number('tiltTrim', engine('drive.trimState'), { convert: percent }),
  ],
  engineParametersDynamic: [
    number('oilPressure', engine('oilPressure')),
    number('oilTemperature', engine('oilTemperature')),
    number('temperature', engine('temperature')),
    number('alternatorPotential', engine('alternatorVoltage')),
    number('fuelRate', engine('fuel.rate'), { convert: litresPerHour }),
    number('totalEngineHours', engine('runTime')),
    number('coolantPressure', engine('coolantPressure')),
    number('fuelPressure', engine('fuel.pressure')),
    number('engineLoad', engine('engineLoad'), { convert: percent }),
    number('engineTorque', engine('engineTorque'), { convert: percent }),
  ],
  transmissionParametersDynamic: [
    text('transmissionGear', engine('transmission.gear')),
    number('oilPressure', engine('transmission.oilPressure')),
    number('oilTemperature', engine('transmission.oilTemperature')),
  ],
  tripParametersEngine: [
    number('tripFuelUsed', engine('fuel.used'), { convert: litres }),
    number('fuelRateAverage', engine('fuel.averageRate'), { convert: litresPerHour }),
    number('fuelRateEconomy', engine('fuel.economyRate'), { convert: litresPerHour }),
  ],
  binarySwitchBankStatus: [switches],
  acInputStatus: [lines((bank, line) => `electrical.ac.${bank}.phase.${line}`)],
  acOutputStatus: [
    lines((bank, line, count) =>
      count === 1 ? `electrical.inverters.${bank}.ac` : `electrical.inverters.${bank}.phase.${line}`,
    ),
  ],
  fluidLevel: [
    number('level', tank('currentLevel'), { convert: percent, range: [-0.05, 1.1] }),
    number('capacity', tank('capacity'), { convert: litres }),
  ],
  dcDetailedStatus: [
    number('stateOfCharge', battery('capacity.stateOfCharge'), {
      when: isBattery,
      convert: percent,
      range: share,
    }),
    number('stateOfHealth', battery('capacity.stateOfHealth'), {
      when: isBattery,
      convert: percent,
      range: share,
    }),
    number('timeRemaining', battery('capacity.timeRemaining'), { when: isBattery }),
    number('rippleVoltage', battery('voltage.ripple'), { when: isBattery }),
  ],
  chargerStatus: [
    text('operatingState', instance('electrical.chargers', 'chargingMode'), lowerCase),
    chargerEnabled,
  ],
  batteryStatus: [
    number('voltage', battery('voltage')),
    number('current', battery('current')),
    number('temperature', battery('temperature'), { range: kelvin.any }),
  ],
  inverterStatus: [text('operatingState', instance('electrical.inverters', 'inverterMode'), lowerCase)],
  batteryConfigurationStatus: [text('chemistry', battery('chemistry'))],
  dcVoltageCurrent: [
    number('dcVoltage', (fields) => connection(fields, 'voltage')),
    number('dcCurrent', (fields) => connection(fields, 'current')),
  ],
  waterDepth: [
    number('depth', 'environment.depth.belowTransducer', { range: depthLimit }),
    number('offset', 'environment.depth.surfaceToTransducer', { when: depthBelow(1) }),
    number('offset', 'environment.depth.transducerToKeel', {
      when: depthBelow(-1),
      convert: (value) => -value,
    }),
    number('depth', 'environment.depth.belowSurface', {
      when: depthBelow(1),
      convert: withOffset,
      range: depthLimit,
    }),
    number('depth', 'environment.depth.belowKeel', { when: depthBelow(-1), convert: withOffset }),
  ],
  anchorWindlassOperatingStatus: [number('rodeCounterValue', 'navigation.anchor.rodeLength')],
  environmentalParametersObsolete: [
    number('waterTemperature', 'environment.water.temperature', { range: kelvin.water }),
    number('outsideAmbientAirTemperature', 'environment.outside.temperature', { range: kelvin.air }),
    number('atmosphericPressure', 'environment.outside.pressure', { range: pressure }),
  ],
  environmentalParameters: [
    number('temperature', temperaturePath('temperatureSource'), { range: kelvin.any }),
    number('humidity', 'environment.inside.relativeHumidity', {
      when: is('humiditySource', 0),
      convert: percent,
      range: share,
    }),
    number('humidity', 'environment.outside.relativeHumidity', {
      when: is('humiditySource', 1),
      convert: percent,
      range: share,
    }),
    number('atmosphericPressure', 'environment.outside.pressure', { range: pressure }),
  ],
  temperature: [number('actualTemperature', temperaturePath('source'), { range: kelvin.any })],
  temperatureExtendedRange: [number('temperature', temperaturePath('source'), { range: kelvin.any })],
  humidity: [
    number('actualHumidity', 'environment.inside.relativeHumidity', {
      when: is('source', 0),
      convert: percent,
      range: share,
    }),
    number('actualHumidity', 'environment.outside.relativeHumidity', {
      when: is('source', 1),
      convert: percent,
      range: share,
    }),
  ],
  actualPressure: [
    number('pressure', 'environment.outside.pressure', { when: is('source', 0), range: pressure }),
  ],
  meteorologicalStationData: [
    number('atmosphericPressure', 'environment.outside.pressure', {
      when: is('mode', 0, 1),
      range: pressure,
    }),
    number('ambientTemperature', 'environment.outside.temperature', {
      when: is('mode', 0, 1),
      range: kelvin.air,
    }),
  ],
}

const connection = (fields: Fields, below: string): string | undefined => {
  const own = numberIn(fields, 'connectionNumber')
  return own === undefined ? undefined : `electrical.dc.${own}.${below}`
}
