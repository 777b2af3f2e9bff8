import { lookupText } from '#codec/database.ts'
import type { Fields } from '#codec/decode.ts'
import { plainText } from '#codec/plain-text.ts'
import { deviceNameOf, type NameText } from './name.ts'

/** Product information of a device. */
export interface Product {
  readonly model?: string
  readonly modelVersion?: string
  readonly softwareVersion?: string
  readonly serialNumber?: string
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? plainText(value) : undefined

/** The members that have a value. */
const present = (product: Record<keyof Product, string | undefined>): Product =>
  Object.fromEntries(Object.entries(product).filter(([, value]) => value !== undefined))

export const productOf = ({ modelId, modelVersion, softwareVersionCode, modelSerialCode }: Fields): Product =>
  present({
    model: textOf(modelId),
    modelVersion: textOf(modelVersion),
    softwareVersion: textOf(softwareVersionCode),
    serialNumber: textOf(modelSerialCode),
  })

export const installationOf = ({
  installationDescription1,
  installationDescription2,
}: Fields): string | undefined => {
  const texts = [installationDescription1, installationDescription2].flatMap((text) => textOf(text) ?? [])
  return texts.length === 0 ? undefined : texts.join(' ')
}

export const manufacturerOf = (name: NameText): string | undefined => {
  const { manufacturerCode } = deviceNameOf(name)
  return typeof manufacturerCode === 'number' ? lookupText('MANUFACTURER_CODE', manufacturerCode) : undefined
}

export const kindOf = (name: NameText): string | undefined => {
  const { deviceClass, deviceFunction } = deviceNameOf(name)
  return lookupText('DEVICE_FUNCTION', `${String(deviceClass)}.${String(deviceFunction)}`)
}
