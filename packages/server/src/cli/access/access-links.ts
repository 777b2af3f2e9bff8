/** Where the server is found. */
export interface ServerPlace {
  readonly port: number
  /** Where other devices aboard find it, best first. */
  readonly addresses: readonly string[]
  /** By this an app knows the server; undefined without https. */
  readonly pin: string | undefined
}

/** The links of a code; it stands in the fragment, which no browser sends and no server logs. */
export interface AccessLinks {
  /** For a browser on the server's own machine. */
  readonly here: string
  /** For other devices, best first. */
  readonly aboard: readonly string[]
}

const pages = { claim: '/claim#c=', join: '/join#i=' } as const

export const linksOf = (
  page: keyof typeof pages,
  code: string,
  { port, addresses, pin }: ServerPlace,
): AccessLinks => {
  const path = `${pages[page]}${code}`
  // The first owner is made on a line to which nobody can listen, or not at all.
  const reachable = page === 'claim' ? addresses.filter((address) => address.startsWith('https:')) : addresses
  const suffix = pin === undefined ? '' : `&pin=${pin}`
  return {
    here: `http://localhost:${port}${path}`,
    aboard: reachable.map((address) => address + path + suffix),
  }
}

const linesOf = ({ here, aboard }: AccessLinks): string =>
  [`  ${here}   on this machine`, ...aboard.map((link) => `  ${link}   on a phone or tablet aboard`)].join(
    '\n',
  )

/** The links as they are printed: to a terminal with a QR code of the phone's link. */
export const printLinks = async (links: AccessLinks): Promise<void> => {
  process.stdout.write(`\n${linesOf(links)}\n\n`)
  const [first] = links.aboard
  if (!process.stdout.isTTY || first === undefined) return
  const { qrCode } = await import('./qr-code.ts')
  process.stdout.write(`${await qrCode(first)}\n`)
}
