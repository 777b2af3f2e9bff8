import { isReservedName, MarineDataError, sourceOwner } from '@marinedata/model'
import type { AccessRecords } from './records.ts'

/**
 * A person, a device or a token cannot be called like a part of the server or one of its plugins.
 * @throws MarineDataError `invalid-value`
 */
export const checkHolderName = (name: string): void => {
  if (isReservedName(name) || isReservedName(sourceOwner(name)))
    throw new MarineDataError(
      'invalid-value',
      `"${name}" is reserved for the boat itself; choose another name`,
    )
}

/**
 * A token is known by its name: no other token has it, or one above or below it, and no person does.
 * @param now tokens that ran out before do not count
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
      `"${name}" is the name of a person; choose another for the device`,
    )
  const other = records
    .credentials()
    .find(
      (kept) =>
        kept.kind === 'token' &&
        !(kept.expiresAt !== undefined && kept.expiresAt <= now) &&
        isClash(kept.name, name),
    )
  if (other !== undefined)
    throw new MarineDataError(
      'name-taken',
      `There is already a device or token called "${other.name}"; revoke it first, or choose another name`,
    )
}

// A device writes under its name and below it, so `gateway.1` would be a source of the device `gateway`.
const isClash = (one: string, other: string): boolean => {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()]
  return a === b || a.startsWith(`${b}.`) || b.startsWith(`${a}.`)
}
