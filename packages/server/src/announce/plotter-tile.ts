export interface TileOptions {
  /** The server's own address in the network of the plotter. */
  readonly address: string
  readonly port: number
  /** Whether the server accepts only https. */
  readonly needsTls: boolean
  /** The name of the boat. */
  readonly boat: string | undefined
}

const language = 'en'
const product = 'Marinedata'

/**
 * The announcement for Navico plotters (B&G, Lowrance, Simrad), which show a tile that opens the console. Plotters do
 * not trust the boat's authority, so the URL is plain http unless the server accepts only https. The message contains
 * only an address and a name, which anyone in that network can find out.
 */
export const tileMessage = ({ address, port, needsTls, boat }: TileOptions): string => {
  const base = `http${needsTls ? 's' : ''}://${address}:${port}`
  return JSON.stringify({
    Version: '1',
    Source: product,
    IP: address,
    FeatureName: product,
    Text: [{ Language: language, Name: boat ?? product, Description: `${product}: the boat’s console` }],
    Icon: `${base}/icon-192.png`,
    URL: `${base}/console`,
    OnlyShowOnClientIP: 'true',
    BrowserPanel: {
      Enable: true,
      ProgressBarEnable: true,
      MenuText: [{ Language: language, Name: product }],
    },
  })
}
