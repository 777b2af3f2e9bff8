/** The name of the cookie over HTTP; over HTTPS it has a prefix. */
export const sessionCookieName = 'marinedata-session'

/** The `__Host-` prefix ties the cookie to this host. Browsers accept it only over https. */
const nameOn = (isEncrypted: boolean): string =>
  isEncrypted ? `__Host-${sessionCookieName}` : sessionCookieName

/** The secret in a `Cookie` header; undefined when there is none. */
export const sessionCookieOf = (header: string | undefined, isEncrypted: boolean): string | undefined => {
  if (header === undefined) return undefined
  const start = `${nameOn(isEncrypted)}=`
  return header
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(start))
    ?.slice(start.length)
}

/** The `Set-Cookie` value that stores the secret, not readable by scripts. An empty secret deletes the cookie. */
export const sessionCookie = (secret: string, isEncrypted: boolean): string => {
  const seconds = secret === '' ? 0 : 30 * 86_400
  const rest = `Path=/; HttpOnly; SameSite=Strict; Max-Age=${seconds}`
  return `${nameOn(isEncrypted)}=${secret}; ${rest}${isEncrypted ? '; Secure' : ''}`
}
