/** Whether nobody else can listen: the line is encrypted, or does not leave this machine. */
export const isGuarded = ({
  protocol,
  hostname,
}: Pick<Location, 'protocol' | 'hostname'> = location): boolean =>
  protocol === 'https:' || /^(?:localhost|127\.[0-9.]+|\[::1\])$/.test(hostname)

/** A page of this boat over https. */
export const secureAddress = (path = location.pathname): string => `https://${location.host}${path}`

/** What stands behind the # of the address. It is taken out at once: addresses are shown, kept and shared. */
export const takeFragment = (): URLSearchParams => {
  const given = new URLSearchParams(location.hash.slice(1))
  if (location.hash !== '') history.replaceState(null, '', location.pathname + location.search)
  return given
}
