export interface TileOptions {
  /** The server's own address in the network of the plotter. */
  readonly address: string
  readonly port: number
  /** Whether nothing is served over plain http. */
  readonly needsTls: boolean
  /** What the boat is called. */
  readonly boat: string | undefined
}

const language = 'en'
const product = 'Marinedata'

/**
 * What plotters of Navico (B&G, Lowrance, Simrad) listen for: with it they show a tile that opens the console. They trust
 * no authority of a boat, so that they are sent to plain http wherever it is spoken. It tells an address and a name, as
 * anyone in that network can find out.
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
