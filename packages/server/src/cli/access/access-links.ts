/** The addresses of the server. */
export interface ServerPlace {
  readonly port: number
  /** URLs for other devices on the boat, best first. */
  readonly addresses: readonly string[]
  /** Pin of the server's public key; undefined without https. */
  readonly pin: string | undefined
}

/** Links with a code. The code is in the fragment, which browsers do not send and servers do not log. */
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
  // The first owner must register over an encrypted connection.
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

/** Prints the addresses of the console, on a terminal with a QR code of the best one for phones. */
export const printAddresses = async ({ port, addresses }: ServerPlace): Promise<void> => {
  if (addresses.length === 0) process.stdout.write('No network: the console opens on this machine only.\n')
  await printLinks({ here: `http://localhost:${port}`, aboard: addresses })
}

/** Prints the links, on a terminal with a QR code of the first link for phones. */
export const printLinks = async (links: AccessLinks): Promise<void> => {
  process.stdout.write(`\n${linesOf(links)}\n\n`)
  const [first] = links.aboard
  if (!process.stdout.isTTY || first === undefined) return
  const { qrCode } = await import('./qr-code.ts')
  process.stdout.write(`${await qrCode(first)}\n`)
}
