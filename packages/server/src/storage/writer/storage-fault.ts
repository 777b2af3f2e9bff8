import { MarineDataError } from '@marinedata/model'
import { fullCode, isOfDisk, type PlainFault } from './plain-fault.ts'

/** The fault as everyone is told it; a full disk and a failing one are 507. */
export const storageError = (fault: PlainFault): Error => {
  if (!isOfDisk(fault)) return new Error(fault.message, { cause: fault })
  const isFull = ((fault.errcode ?? 0) & 0xff) === fullCode
  const what = isFull ? 'The disk is full' : 'The disk cannot be written'
  return new MarineDataError('storage-full', `${what}: ${fault.message}. It was not saved`, { cause: fault })
}
