import type { SignedIn, TokenMade, TokenRequest, TokenRole } from '@marinedata/model'
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { exchange, type Exchange, type ExchangeOptions } from '#exchange.ts'
import { startBoat, type Boat, type BoatOptions } from './start-boat.ts'

export const accessApi = '/marinedata/v2/api/access'
export const owner = { name: 'Anna', passphrase: 'seven grey seals asleep' } as const

/** Every kind of client: with valid, with invalid and without credentials. */
export const crewKinds = [
  'nobody',
  'viewer',
  'crew',
  'helm',
  'owner',
  'device',
  'revoked',
  'expired',
] as const
export type CrewKind = (typeof crewKinds)[number]

/** One request with a JSON body, and a token if there is one. */
export interface Asking extends Omit<ExchangeOptions, 'body' | 'method'> {
  readonly body?: unknown
  readonly token?: string | undefined
}

/** @param ask such as `POST /marinedata/v2/api/access/ticket` */
export const askBoat = (
  url: string,
  ask: string,
  { body, token, headers = {}, ...rest }: Asking = {},
): Promise<Exchange> => {
  const [method = 'GET', path = '/'] = ask.split(' ')
  return exchange(url, path, {
    ...rest,
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

/** The body of a successful response. */
export const answered = async <T>(answer: Promise<Exchange>): Promise<T> => {
  const { status, text } = await answer
  assert.equal(status, 200, text)
  return JSON.parse(text) as T
}

/** The claim code of a closed boat without an owner. */
export const claimCodeOf = async (folder: string): Promise<string> =>
  (await readFile(join(folder, 'claim-code'), 'utf8')).trim()

/** Creates the first owner; returns her token. */
export const claimBoat = async (url: string, code: string): Promise<string> => {
  const body = { ...owner, code, keep: 'token' }
  const { token } = await answered<SignedIn>(askBoat(url, `POST ${accessApi}/claim`, { body }))
  return token!
}

/** A closed boat with an owner, and credentials of all other kinds. */
export class Crew implements AsyncDisposable {
  readonly boat: Boat
  /** A client without credentials has no token. */
  readonly tokens: Readonly<Record<CrewKind, string | undefined>>

  private constructor(boat: Boat, tokens: Crew['tokens']) {
    this.boat = boat
    this.tokens = tokens
  }

  static async start(options: Omit<BoatOptions, 'isOpen'> = {}): Promise<Crew> {
    await using stack = new AsyncDisposableStack()
    const boat = stack.use(await startBoat({ ...options, isOpen: false }))
    const token = await claimBoat(boat.url, await claimCodeOf(boat.folder))
    const crew = new Crew(boat, await tokensOf(boat.url, token))
    stack.move()
    return crew
  }

  get url(): string {
    return this.boat.url
  }

  /** @param ask such as `GET /marinedata/v1/api` */
  ask(kind: CrewKind, ask: string, asking: Asking = {}): Promise<Exchange> {
    return askBoat(this.url, ask, { token: this.tokens[kind], ...asking })
  }

  /** Sends a request as the owner that must succeed. */
  must<T>(ask: string, body?: unknown): Promise<T> {
    return answered<T>(this.ask('owner', ask, { body }))
  }

  /** Creates another token as the owner. */
  makeToken(request: Partial<TokenRequest> & { readonly role: TokenRole }): Promise<TokenMade> {
    return makeToken(this.url, this.tokens.owner, request)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.boat[Symbol.asyncDispose]()
  }
}

const makeToken = (
  url: string,
  token: string | undefined,
  request: Partial<TokenRequest> & { readonly role: TokenRole },
): Promise<TokenMade> => {
  const paths = request.role === 'device' ? { paths: ['environment.*'] } : {}
  const body = { name: `the-${request.role}`, ...paths, ...request }
  return answered(askBoat(url, `POST ${accessApi}/tokens`, { token, body }))
}

const tokensOf = async (url: string, token: string): Promise<Crew['tokens']> => {
  const made = async (role: TokenRole, more: Partial<TokenRequest> = {}): Promise<TokenMade> =>
    makeToken(url, token, { role, ...more })
  const revoked = await made('owner', { name: 'revoked' })
  await answered(askBoat(url, `DELETE ${accessApi}/credentials/${revoked.credential.id}`, { token }))
  return {
    nobody: undefined,
    viewer: (await made('viewer')).token,
    crew: (await made('crew')).token,
    helm: (await made('helm')).token,
    owner: (await made('owner')).token,
    device: (await made('device')).token,
    revoked: revoked.token,
    // About a millisecond.
    expired: (await made('owner', { name: 'expired', days: 1e-8 })).token,
  }
}
