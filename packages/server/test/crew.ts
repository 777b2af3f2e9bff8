import type { SignedIn, TokenMade, TokenRequest, TokenRole } from '@marinedata/model'
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { exchange, type Exchange, type ExchangeOptions } from './exchange.ts'
import { startBoat, type Boat, type BoatOptions } from './start-boat.ts'

export const accessApi = '/marinedata/v2/api/access'
export const owner = { name: 'Anna', passphrase: 'seven grey seals asleep' } as const

/** Everyone who may turn up: those who hold something good, those who hold something that was, and who holds nothing. */
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

/** One request with a body that is written as JSON, and a token when there is one. */
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

/** What was answered, when it went well. */
export const answered = async <T>(answer: Promise<Exchange>): Promise<T> => {
  const { status, text } = await answer
  assert.equal(status, 200, text)
  return JSON.parse(text) as T
}

/** The code that a closed boat without an owner has written down. */
export const claimCodeOf = async (folder: string): Promise<string> =>
  (await readFile(join(folder, 'claim-code'), 'utf8')).trim()

/** Makes the first owner; gives her token. */
export const claimBoat = async (url: string, code: string): Promise<string> => {
  const body = { ...owner, code, keep: 'token' }
  const { token } = await answered<SignedIn>(askBoat(url, `POST ${accessApi}/claim`, { body }))
  return token!
}

/** A closed boat with an owner, and a credential for everyone else. */
export class Crew implements AsyncDisposable {
  readonly boat: Boat
  /** Undefined for nobody. */
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

  /** Asks as the owner, for something that has to go well. */
  must<T>(ask: string, body?: unknown): Promise<T> {
    return answered<T>(this.ask('owner', ask, { body }))
  }

  /** Another token, as the owner makes it. */
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
    // A thousandth of a second.
    expired: (await made('owner', { name: 'expired', days: 1e-8 })).token,
  }
}
