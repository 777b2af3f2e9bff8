/** Whether the connection is private: encrypted, or within this machine. */
export const isPrivateConnection = ({
  protocol,
  hostname,
}: Pick<Location, 'protocol' | 'hostname'> = location): boolean =>
  protocol === 'https:' || /^(?:localhost|127\.[0-9.]+|\[::1\])$/.test(hostname)

/** A page of this boat over https. */
export const secureAddress = (path = location.pathname): string => `https://${location.host}${path}`

/** Reads the fragment and removes it from the address at once: addresses are shown, stored and shared. */
export const takeFragment = (): URLSearchParams => {
  const given = new URLSearchParams(location.hash.slice(1))
  if (location.hash !== '') history.replaceState(null, '', location.pathname + location.search)
  return given
}
