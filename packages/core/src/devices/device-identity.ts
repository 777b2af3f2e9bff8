import { checkOf, DeviceId, isServerName, MarineDataError } from '@marinedata/model'

const idCheck = checkOf<string>(DeviceId)

/**
 * Whether a text is a valid device id. The id is also used as `$source` and in the `X-Device` header, and must not be
 * a source of the server itself.
 */
export const isDeviceId = (id: unknown): boolean => idCheck.accepts(id) && !isServerName(id)

/** @throws MarineDataError `invalid-message` with the format of an id */
export const checkDeviceId = (id: string): void => {
  if (isDeviceId(id)) return
  const why = idCheck.accepts(id)
    ? 'the name is reserved for the server. Choose another'
    : 'use 1 to 128 of A–Z, a–z, 0–9 and . _ : @ -, beginning with a letter or a digit'
  throw new MarineDataError('invalid-message', `"${id}" cannot be the id of a device: ${why}`)
}
