import { isReservedName, MarineDataError, sourceOwner } from '@marinedata/model'
import type { AccessRecords } from './records.ts'

/**
 * Rejects names of the server's parts and of its plugins.
 * @throws MarineDataError `invalid-value`
 */
export const checkHolderName = (name: string): void => {
  if (isReservedName(name) || isReservedName(sourceOwner(name)))
    throw new MarineDataError(
      'invalid-value',
      `The name "${name}" is reserved for the server. Choose another name`,
    )
}

/**
 * Rejects a token name that a person has, or that equals, contains or is contained in the name of another token.
 * @param now tokens that expired before this time do not count
 * @throws MarineDataError `invalid-value` or `name-taken`
 */
export const checkTokenName = (
  name: string,
  records: Pick<AccessRecords, 'person' | 'credentials'>,
  now: string,
): void => {
  checkHolderName(name)
  if (records.person(name) !== undefined)
    throw new MarineDataError(
      'name-taken',
      `"${name}" is the name of a person. Choose another name for the device`,
    )
  const other = records
    .credentials()
    .find(
      (stored) =>
        stored.kind === 'token' &&
        !(stored.expiresAt !== undefined && stored.expiresAt <= now) &&
        isClash(stored.name, name),
    )
  if (other !== undefined)
    throw new MarineDataError(
      'name-taken',
      `A device or token named "${other.name}" already exists. Revoke it first, or choose another name`,
    )
}

// A device writes under its name and below: `gateway.1` would be a source of the device `gateway`.
const isClash = (one: string, other: string): boolean => {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()]
  return a === b || a.startsWith(`${b}.`) || b.startsWith(`${a}.`)
}
