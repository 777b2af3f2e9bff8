import {
  BusNode,
  marineDeviceName,
  nameTextFrom,
  type DeviceName,
  type Frame,
  type NameText,
  type Timer,
} from '@marinedata/nmea2000'
import type { Storage } from '@marinedata/plugin-api'
import { randomInt } from 'node:crypto'

/** The highest unique number in a NAME. */
const uniqueNumbers = 2 ** 21
/** The first address that is tried, in the range that gateways use. */
const firstAddress = 100

/** What stays the same over restarts: who we are, and the address that we had. */
export interface Identity {
  readonly uniqueNumber: number
  readonly address: number
}

const isNumber = (value: unknown, limit: number): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) < limit

/** Reads the identity on a bus, or makes one. */
export const readIdentity = async (storage: Storage, key: string): Promise<Identity> => {
  const saved = await storage.get(key)
  const { uniqueNumber, address } = (
    typeof saved === 'object' && saved !== null ? saved : {}
  ) as Partial<Identity>
  return {
    uniqueNumber: isNumber(uniqueNumber, uniqueNumbers) ? uniqueNumber : randomInt(uniqueNumbers),
    address: isNumber(address, 252) ? address : firstAddress,
  }
}

/** A gateway to a computer. No manufacturer has this code. */
const deviceOf = (uniqueNumber: number): DeviceName =>
  marineDeviceName({ uniqueNumber, manufacturerCode: 2_000, deviceFunction: 130, deviceClass: 25 })

/** The NAME of ourselves on a bus whose gateway has no other. */
export const ownNameOf = ({ uniqueNumber }: Identity): NameText => nameTextFrom(deviceOf(uniqueNumber))

interface OwnNodeOptions {
  /** PGNs of the messages that we send regularly. */
  readonly transmits: readonly number[]
  readonly identity: Identity
  readonly timer: Timer
  readonly send: (frame: Frame) => void
  readonly onAddress: (address: number | undefined) => void
  /** Sends a message that a device asks for; false when there is none with this PGN. */
  readonly answer: (pgn: number) => boolean
}

/** Ourselves as a device on the bus: a gateway to a computer. */
export const makeOwnNode = ({ identity: { uniqueNumber, address }, ...options }: OwnNodeOptions): BusNode =>
  new BusNode({
    ...options,
    name: deviceOf(uniqueNumber),
    product: {
      nmea2000Version: 2.1,
      productCode: 1,
      modelId: 'Data server',
      softwareVersionCode: '0.1.0',
      modelSerialCode: String(uniqueNumber),
      certificationLevel: 0,
      loadEquivalency: 1,
    },
    configuration: { installationDescription1: 'Data server' },
    receives: [],
    preferredAddress: address,
    random: Math.random,
  })
