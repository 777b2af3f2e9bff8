import type { Fields } from '#codec/decode.ts'
import type { DeviceDescription, SensorMessage } from './simulated-device.ts'
import { shipMessages } from './simulated-ships.ts'
import type { Voyage } from './simulated-voyage.ts'

export interface SimulatedSensor extends DeviceDescription {
  readonly messages: readonly SensorMessage[]
}

const msPerDay = 86_400_000

const dateOf = ({ at }: Voyage): number => Math.floor(at / msPerDay)
const timeOf = ({ at }: Voyage): number => Math.round((at % msPerDay) / 100) / 10

const satellites = 9

const fix = (voyage: Voyage): Fields => ({
  date: dateOf(voyage),
  time: timeOf(voyage),
  latitude: voyage.latitude,
  longitude: voyage.longitude,
  altitude: 3,
  gnssType: 3,
  method: 1,
  integrity: 1,
  numberOfSvs: satellites,
  hdop: 0.9,
  pdop: 1.6,
  geoidalSeparation: 17,
})

const satellitesInView = (): readonly Fields[] =>
  Array.from({ length: satellites }, (_, index) => ({
    prn: index + 1,
    elevation: 0.2 + index / 10,
    azimuth: index / 2,
    snr: 35 + index,
    rangeResiduals: 0,
    status: 2,
  }))

/** Instruments of a sailing boat, with the rates at which real ones send. */
export const simulatedSensors: readonly SimulatedSensor[] = [
  {
    model: 'GPS 19x',
    manufacturerCode: 229,
    deviceFunction: 145,
    deviceClass: 60,
    uniqueNumber: 410_001,
    address: 3,
    installation: 'stern rail',
    messages: [
      {
        id: 'positionRapidUpdate',
        everyMs: 100,
        fields: ({ latitude, longitude }) => ({ sid: undefined, latitude, longitude }),
      },
      {
        id: 'cogSogRapidUpdate',
        everyMs: 250,
        fields: ({ courseOverGround, speedOverGround }) => ({
          cogReference: 0,
          cog: courseOverGround,
          sog: speedOverGround,
        }),
      },
      { id: 'gnssPositionData', everyMs: 1_000, fields: fix },
      {
        id: 'gnssSatsInView',
        everyMs: 1_000,
        fields: () => ({ rangeResidualMode: 0, satsInView: satellites }),
        lists: () => [satellitesInView()],
      },
      {
        id: 'systemTime',
        everyMs: 1_000,
        fields: (voyage) => ({ source: 0, date: dateOf(voyage), time: timeOf(voyage) }),
      },
      {
        id: 'gnssDops',
        everyMs: 1_000,
        fields: () => ({ desiredMode: 3, actualMode: 3, hdop: 0.9, vdop: 1.2 }),
      },
    ],
  },
  {
    model: 'Precision-9',
    manufacturerCode: 275,
    deviceFunction: 140,
    deviceClass: 60,
    uniqueNumber: 520_002,
    address: 12,
    messages: [
      {
        id: 'vesselHeading',
        everyMs: 100,
        fields: ({ headingMagnetic, variation }) => ({ heading: headingMagnetic, variation, reference: 1 }),
      },
      { id: 'rateOfTurn', everyMs: 100, fields: ({ rateOfTurn }) => ({ rate: rateOfTurn }) },
      { id: 'attitude', everyMs: 1_000, fields: ({ roll, pitch }) => ({ roll, pitch }) },
    ],
  },
  {
    model: 'gWind',
    manufacturerCode: 229,
    deviceFunction: 130,
    deviceClass: 85,
    uniqueNumber: 630_003,
    address: 35,
    installation: 'masthead',
    messages: [
      {
        id: 'windData',
        everyMs: 100,
        fields: ({ windSpeed, windAngle }) => ({ windSpeed, windAngle, reference: 2 }),
      },
    ],
  },
  {
    model: 'DST810',
    manufacturerCode: 135,
    deviceFunction: 135,
    deviceClass: 60,
    uniqueNumber: 740_004,
    address: 36,
    installation: 'hull',
    messages: [
      { id: 'waterDepth', everyMs: 1_000, fields: ({ depth }) => ({ depth, offset: 0.4 }) },
      {
        id: 'speed',
        everyMs: 1_000,
        fields: ({ speedThroughWater }) => ({
          speedWaterReferenced: speedThroughWater,
          speedWaterReferencedType: 0,
        }),
      },
      {
        id: 'distanceLog',
        everyMs: 1_000,
        fields: (voyage) => ({
          sid: undefined,
          date: dateOf(voyage),
          time: timeOf(voyage),
          log: 1_852_000 + Math.round(voyage.distance),
          tripLog: Math.round(voyage.distance),
        }),
      },
      {
        id: 'temperatureExtendedRange',
        everyMs: 2_000,
        fields: () => ({ instance: 0, source: 0, temperature: 288.4 }),
      },
    ],
  },
  {
    model: 'D2-40',
    manufacturerCode: 174,
    deviceFunction: 160,
    deviceClass: 50,
    uniqueNumber: 850_005,
    address: 0,
    messages: [
      {
        id: 'engineParametersRapidUpdate',
        everyMs: 100,
        fields: ({ seconds }) => ({ instance: 0, speed: 1_800 + 4 * Math.round(5 * Math.sin(seconds)) }),
      },
      {
        id: 'engineParametersDynamic',
        everyMs: 500,
        fields: ({ seconds }) => ({
          instance: 0,
          oilPressure: 380_000,
          oilTemperature: 358,
          temperature: 355,
          alternatorPotential: 14.2,
          fuelRate: 3.1,
          totalEngineHours: 3_600_000 + Math.round(seconds),
          discreteStatus1: 0,
          discreteStatus2: 0,
        }),
      },
    ],
  },
  {
    model: 'TLA100',
    manufacturerCode: 137,
    deviceFunction: 150,
    deviceClass: 75,
    uniqueNumber: 960_006,
    address: 60,
    messages: [
      {
        id: 'fluidLevel',
        everyMs: 2_500,
        fields: () => ({ instance: 0, type: 0, level: 72, capacity: 200 }),
      },
      {
        id: 'fluidLevel',
        everyMs: 2_500,
        fields: () => ({ instance: 0, type: 1, level: 41, capacity: 350 }),
      },
    ],
  },
  {
    model: 'SmartShunt',
    manufacturerCode: 358,
    deviceFunction: 170,
    deviceClass: 35,
    uniqueNumber: 1_070_007,
    address: 61,
    messages: [
      {
        id: 'batteryStatus',
        everyMs: 1_500,
        fields: ({ seconds }) => ({
          instance: 0,
          voltage: 13.2,
          current: -5 + Math.sin(seconds),
          temperature: 291,
        }),
      },
      {
        id: 'dcDetailedStatus',
        everyMs: 1_500,
        fields: () => ({ instance: 0, dcType: 0, stateOfCharge: 83, stateOfHealth: 97 }),
      },
    ],
  },
  {
    model: 'AIS 700',
    manufacturerCode: 1_851,
    deviceFunction: 195,
    deviceClass: 70,
    uniqueNumber: 1_180_008,
    address: 43,
    messages: shipMessages,
  },
]
