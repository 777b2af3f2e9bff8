import { MarineDataError } from '@marinedata/model'
import type { IncomingMessage } from 'node:http'
import type { TLSSocket } from 'node:tls'
import { isLoopback, plainAddress } from '../gate.ts'
import { OwnNames } from './own-names.ts'

export interface BrowserRulesOptions {
  /** More names of this machine. */
  readonly names?: readonly string[]
  /** Pages of these origins may ask too. */
  readonly origins?: readonly string[]
  /** Only this machine is served. */
  readonly isLocal?: boolean
  /** Nothing goes over a line that others can listen to. */
  readonly requiresTls?: boolean
}

/** Over what line a request came. */
export interface RequestLine {
  readonly address: string
  readonly isEncrypted: boolean
  readonly isGuarded: boolean
}

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])
const ownSites: ReadonlySet<string | undefined> = new Set([undefined, 'same-origin', 'none'])

/** Networks that end at the boat's own router: 10/8, 172.16/12, 192.168/16, 169.254/16, and their like in version 6. */
const privateNetworks =
  /^(?:10\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2[0-9]|3[01])\.|f[cd][0-9a-f]{2}:|fe[89ab][0-9a-f]:)/i

const refuse = (
  code: 'cross-origin' | 'misdirected' | 'tls-required' | 'forbidden',
  detail: string,
): never => {
  throw new MarineDataError(code, detail)
}

/** What holds for every request, whoever asks: by which name, over what line, and on behalf of which page. */
export class BrowserRules {
  readonly #options: BrowserRulesOptions
  readonly #names: OwnNames
  readonly #origins: ReadonlySet<string>

  constructor(options: BrowserRulesOptions) {
    this.#options = options
    this.#names = new OwnNames(options.names, options.isLocal)
    this.#origins = new Set(options.origins)
  }

  /** Whether a page of another origin asks that was given leave to. */
  isGuest(request: IncomingMessage): boolean {
    const { origin } = request.headers
    return origin !== undefined && this.#origins.has(origin) && origin !== ownOrigin(request)
  }

  /** @throws MarineDataError `misdirected`, `forbidden`, `tls-required` or `cross-origin` */
  check(request: IncomingMessage): RequestLine {
    const { method = 'GET' } = request
    for (const host of hostsOf(request))
      if (!this.#names.has(host))
        refuse(
          'misdirected',
          `"${host ?? ''}" is not a name of this boat; names can be added to the settings`,
        )
    const line = this.#lineOf(request)
    const isSafe = safeMethods.has(method)
    // An open boat trusts whoever is on the machine: there, not even reading is for foreign pages.
    if (!isSafe || this.#options.isLocal === true) this.#checkOrigin(request)
    if (!isSafe && !ownSites.has(siteOf(request)) && !this.isGuest(request))
      refuse('cross-origin', 'Pages of other sites may not change anything here')
    return line
  }

  /** A stream tells everything: whatever the method says, only own pages may open one. */
  checkStream(request: IncomingMessage): RequestLine {
    const line = this.check(request)
    this.#checkOrigin(request)
    return line
  }

  #lineOf(request: IncomingMessage): RequestLine {
    const address = plainAddress(request.socket.remoteAddress)
    const isEncrypted = isOverTls(request)
    const isHere = isLoopback(address)
    const { isLocal, requiresTls } = this.#options
    if (isLocal === true && !isHere) refuse('forbidden', `Only this machine is served, not ${address}`)
    if (!isEncrypted && !isHere) {
      if (requiresTls === true) refuse('tls-required', 'This boat speaks https only')
      if (!privateNetworks.test(address))
        refuse('tls-required', `Outside the boat's own network only https is spoken`)
    }
    return { address, isEncrypted, isGuarded: isEncrypted || isHere }
  }

  #checkOrigin(request: IncomingMessage): void {
    const { origin } = request.headers
    if (origin === undefined || origin === ownOrigin(request) || this.#origins.has(origin)) return
    refuse('cross-origin', `Pages of ${origin} may not ask`)
  }
}

/** An address as it is sent to a proxy: `http://boat/…`. */
const absoluteForm = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i

/** The names by which is asked: that of the `Host` header, and that of a whole address, which counts before it. */
const hostsOf = ({ url = '', headers }: IncomingMessage): readonly (string | undefined)[] => {
  const target = absoluteForm.exec(url)?.[1]
  return target === undefined ? [headers.host] : [target, headers.host]
}

const isOverTls = ({ socket }: IncomingMessage): boolean => (socket as Partial<TLSSocket>).encrypted === true

/** Of the pages that were opened by the name and over the line by which is asked. */
const ownOrigin = (request: IncomingMessage): string =>
  `${isOverTls(request) ? 'https' : 'http'}://${request.headers.host}`

const siteOf = ({ headers }: IncomingMessage): string | undefined => {
  const site = headers['sec-fetch-site']
  return Array.isArray(site) ? site.join() : site
}
