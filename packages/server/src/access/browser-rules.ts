import { MarineDataError, shoreAddress } from '@marinedata/model'
import type { IncomingMessage } from 'node:http'
import type { TLSSocket } from 'node:tls'
import { isLoopback, plainAddress } from '../gate.ts'
import type { LocalNames } from '../local-names.ts'
import { OwnNames } from './own-names.ts'

export interface BrowserRulesOptions {
  /** Additional host names of this machine. */
  readonly names?: readonly string[]
  /** The names of the boat in the local network. */
  readonly localNames?: Pick<LocalNames, 'has'>
  /** Other origins whose pages may send requests. */
  readonly origins?: readonly string[]
  /** Only local clients are served. */
  readonly isLocal?: boolean
  /** Unencrypted connections of other machines are rejected. */
  readonly requiresTls?: boolean
}

/** The connection of a request. */
export interface RequestLine {
  readonly address: string
  readonly isEncrypted: boolean
  readonly isGuarded: boolean
  /** It comes from ashore, through the fleet of the boat. */
  readonly isFromShore?: true
}

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])
const ownSites: ReadonlySet<string | undefined> = new Set([undefined, 'same-origin', 'none'])

/** Private networks: 10/8, 172.16/12, 192.168/16, 169.254/16, and their IPv6 equivalents. */
const privateNetworks =
  /^(?:10\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2[0-9]|3[01])\.|f[cd][0-9a-f]{2}:|fe[89ab][0-9a-f]:)/i

const refuse = (
  code: 'cross-origin' | 'misdirected' | 'tls-required' | 'forbidden',
  detail: string,
): never => {
  throw new MarineDataError(code, detail)
}

/** Checks every request before its sender is known: its host name, its connection, and the origin of the page. */
export class BrowserRules {
  readonly #options: BrowserRulesOptions
  readonly #names: OwnNames
  readonly #origins: ReadonlySet<string>

  constructor(options: BrowserRulesOptions) {
    this.#options = options
    this.#names = new OwnNames(options.names, options.isLocal, options.localNames)
    this.#origins = new Set(options.origins)
  }

  /** Whether the request comes from a page of another origin that the settings allow. */
  isAllowedOrigin(request: IncomingMessage): boolean {
    const { origin } = request.headers
    return origin !== undefined && this.#origins.has(origin) && origin !== ownOrigin(request)
  }

  /**
   * Checks the host name and the connection only, for requests that prove by their address that they may be sent.
   * @throws MarineDataError `misdirected`, `forbidden` or `tls-required`
   */
  checkLine(request: IncomingMessage): RequestLine {
    for (const host of hostsOf(request))
      if (!this.#names.has(host))
        refuse(
          'misdirected',
          `"${host ?? ''}" is not a host name of this boat. Add it to access.names in the settings.`,
        )
    return this.#lineOf(request)
  }

  /** @throws MarineDataError `misdirected`, `forbidden`, `tls-required` or `cross-origin` */
  check(request: IncomingMessage): RequestLine {
    const { method = 'GET' } = request
    const line = this.checkLine(request)
    const isSafe = safeMethods.has(method)
    // In open mode every local client is trusted, so pages of other origins may not even read.
    if (!isSafe || this.#options.isLocal === true) this.#checkOrigin(request)
    if (!isSafe && !ownSites.has(siteOf(request)) && !this.isAllowedOrigin(request))
      refuse('cross-origin', 'Pages of other sites may not send this request')
    return line
  }

  /** Checks the origin of every method, also of GET: a stream exposes all data, so only own pages may open one. */
  checkStream(request: IncomingMessage): RequestLine {
    const line = this.check(request)
    this.#checkOrigin(request)
    return line
  }

  #lineOf(request: IncomingMessage): RequestLine {
    const address = plainAddress(request.socket.remoteAddress)
    const isEncrypted = isOverTls(request)
    const isFromShore = address === shoreAddress
    const isHere = isLoopback(address) && !isFromShore
    const { isLocal } = this.#options
    if (isLocal === true && !isHere)
      refuse('forbidden', `Only clients on this machine are served, not ${address}`)
    if (!isEncrypted && !isHere) this.#refusePlain(address)
    return { address, isEncrypted, isGuarded: isEncrypted || isHere, ...(isFromShore && { isFromShore }) }
  }

  #refusePlain(address: string): void {
    if (this.#options.requiresTls === true)
      refuse('tls-required', 'This boat accepts only https. Use its https address.')
    if (!privateNetworks.test(address))
      refuse('tls-required', `Outside the boat's own network only https is accepted. Use the https address.`)
  }

  #checkOrigin(request: IncomingMessage): void {
    const { origin } = request.headers
    if (origin === undefined || origin === ownOrigin(request) || this.#origins.has(origin)) return
    refuse(
      'cross-origin',
      `Pages of ${origin} may not send requests. Add the origin to access.origins in the settings to allow it.`,
    )
  }
}

/** The absolute form of a request target, as sent to a proxy: `http://boat/…`. */
const absoluteForm = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i

/** The requested host names: of the `Host` header, and of an absolute request target, which takes precedence. */
const hostsOf = ({ url = '', headers }: IncomingMessage): readonly (string | undefined)[] => {
  const target = absoluteForm.exec(url)?.[1]
  return target === undefined ? [headers.host] : [target, headers.host]
}

const isOverTls = ({ socket }: IncomingMessage): boolean => (socket as Partial<TLSSocket>).encrypted === true

/** The origin of the server's own pages, by the host name and protocol of the request. */
const ownOrigin = (request: IncomingMessage): string =>
  `${isOverTls(request) ? 'https' : 'http'}://${request.headers.host}`

const siteOf = ({ headers }: IncomingMessage): string | undefined => {
  const site = headers['sec-fetch-site']
  return Array.isArray(site) ? site.join() : site
}
