const name = 'marinedata-session'

/** A cookie of an encrypted line belongs to this very host and no other; without encryption a browser would not keep such a one. */
const nameOn = (isEncrypted: boolean): string => (isEncrypted ? `__Host-${name}` : name)

/** The secret that a browser keeps, if it sent one. */
export const sessionCookieOf = (header: string | undefined, isEncrypted: boolean): string | undefined => {
  if (header === undefined) return undefined
  const start = `${nameOn(isEncrypted)}=`
  return header
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(start))
    ?.slice(start.length)
}

/** Has a browser keep a secret where no script can read it; with an empty one, forget it. */
export const sessionCookie = (secret: string, isEncrypted: boolean): string => {
  const seconds = secret === '' ? 0 : 30 * 86_400
  const rest = `Path=/; HttpOnly; SameSite=Strict; Max-Age=${seconds}`
  return `${nameOn(isEncrypted)}=${secret}; ${rest}${isEncrypted ? '; Secure' : ''}`
}
