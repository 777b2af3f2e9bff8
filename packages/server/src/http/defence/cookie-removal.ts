const most = { names: 64, paths: 8 } as const

/** A cookie in a part of a `Cookie` header. The request may have begun, or may end, in another packet. */
const cookie = /[;:] ([!-+\--:<>-~\u00a1-\u00ff]{1,64})=/g
const requestLine = /^[A-Z]{1,16} (\/[^\s?]{0,256})/
const hostLine = /\r\nHost: ([a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8})(?::[0-9]{1,5})?\r\n/i

/** The paths of which the browser has sent cookies. */
const pathsOf = (request: string): string[] => {
  const parts = (requestLine.exec(request)?.[1] ?? '/').split('/').filter((part) => part !== '')
  const below = parts.flatMap((_part, index) => {
    const path = `/${parts.slice(0, index + 1).join('/')}`
    return [path, `${path}/`]
  })
  return ['/', ...below].slice(0, most.paths)
}

/**
 * Header lines that make a browser remove its cookies, for a request whose headers were too long. Cookies are shared between
 * ports: a page of another server on this machine can set so many that every request is refused, even for the sign-in page.
 * @param packet of the request, as far as it was read
 */
export const cookieRemoval = (packet: unknown, isEncrypted: boolean): string[] => {
  if (!Buffer.isBuffer(packet)) return []
  const request = packet.toString('latin1')
  const names = new Set([...request.matchAll(cookie)].map(([, name = '']) => name))
  if (names.size === 0) return []
  // Browsers obey this only over https, and nothing else removes a cookie of an unknown path.
  if (isEncrypted) return ['clear-site-data: "cookies"']
  const host = hostLine.exec(request)?.[1]
  const domains = host === undefined ? [''] : ['', `; Domain=${host}`]
  return [...names]
    .slice(0, most.names)
    .flatMap((name) =>
      pathsOf(request).flatMap((path) =>
        domains.map((domain) => `set-cookie: ${name}=; Max-Age=0; Path=${path}${domain}`),
      ),
    )
}
