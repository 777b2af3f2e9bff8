import { checkOf, DeviceId, isServerName, MarineDataError } from '@marinedata/model'

const idCheck = checkOf<string>(DeviceId)

/**
 * Whether a text can be a device's id. The id is also the device's `$source` and the `X-Device` header, and it is never a
 * name under which the server itself writes.
 */
export const isDeviceId = (id: unknown): boolean => idCheck.accepts(id) && !isServerName(id)

/** @throws MarineDataError `invalid-message` that says what an id looks like */
export const checkDeviceId = (id: string): void => {
  if (isDeviceId(id)) return
  const why = idCheck.accepts(id)
    ? 'it is a name of the server itself; choose another'
    : 'use 1 to 128 of A–Z, a–z, 0–9 and . _ : @ -, beginning with a letter or a digit'
  throw new MarineDataError('invalid-message', `"${id}" cannot be the id of a device: ${why}`)
}
