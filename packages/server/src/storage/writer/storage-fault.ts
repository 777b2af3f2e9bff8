import { MarineDataError } from '@marinedata/model'
import { fullCode, isDiskFault, type SerializedFault } from './serialized-fault.ts'

/** Converts a fault into the error for callers. A full or failing disk becomes HTTP status 507. */
export const storageError = (fault: SerializedFault): Error => {
  if (!isDiskFault(fault)) return new Error(fault.message, { cause: fault })
  const isFull = ((fault.errcode ?? 0) & 0xff) === fullCode
  const what = isFull ? 'The disk is full' : 'The disk cannot be written'
  return new MarineDataError('storage-full', `${what}: ${fault.message}. The change was not saved`, {
    cause: fault,
  })
}
