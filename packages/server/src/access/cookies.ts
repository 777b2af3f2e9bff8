import type { Door } from '../gate.ts'

/** The names of the cookies over HTTP; over HTTPS they have a prefix. */
const sessionCookieNames = {
  own: 'marinedata-session',
  family: 'JAUTHENTICATION',
} as const satisfies Record<Door, string>

export const sessionCookieName = sessionCookieNames.own

/** The `__Host-` prefix ties the cookie to this host. Browsers accept it only over https. */
const nameOn = (isEncrypted: boolean, door: Door): string =>
  isEncrypted ? `__Host-${sessionCookieNames[door]}` : sessionCookieNames[door]

/**
 * The secrets in a `Cookie` header. There can be several: cookies know no port, so a page of another server on this
 * machine can set one of the same name, which the browser sends first if its path is longer.
 */
export const sessionCookiesOf = (
  header: string | undefined,
  isEncrypted: boolean,
  door: Door = 'own',
): string[] => {
  const start = `${nameOn(isEncrypted, door)}=`
  return (header ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(start))
    .map((part) => part.slice(start.length))
}

/** The `Set-Cookie` value that stores the secret, not readable by scripts. An empty secret deletes the cookie. */
export const sessionCookie = (secret: string, isEncrypted: boolean, door: Door = 'own'): string => {
  const seconds = secret === '' ? 0 : 30 * 86_400
  const rest = `Path=/; HttpOnly; SameSite=Strict; Max-Age=${seconds}`
  return `${nameOn(isEncrypted, door)}=${secret}; ${rest}${isEncrypted ? '; Secure' : ''}`
}
