import { keyText, proveLeaving, prove, subprotocol } from '@marinedata/uplink-protocol'
import { createPublicKey } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:https'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { privateKeyOf } from '../../scripts/fleet/boat-keys.ts'
import { fleetHost } from '../../scripts/fleet/certificate.ts'
import { changingOperations } from './visits/shore-visitor.ts'
import { tokenOf } from '@marinedata/fleet'
import { WholeShore } from '../../scripts/fleet/whole-shore.ts'

const vessel = 'urn:mrn:imo:mmsi:230000001'
const other = 'urn:mrn:imo:mmsi:230000002'
const stranger = 'urn:mrn:imo:mmsi:230000003'
const log = 'log-1'
const patienceMs = 60_000

export interface ForgedFound {
  readonly pass: boolean
  readonly attempts: number
  /** Attempts that were not refused. */
  readonly accepted: readonly string[]
  /** Refusals that the audit must have, and has. */
  readonly refusals: number
  readonly audited: number
  /** Requests to the reader that would change something, and those that were not refused. */
  readonly commands: number
  readonly obeyed: readonly string[]
  /** Whether the true boat is let in: otherwise the trial shows nothing. */
  readonly isTrueBoatAccepted: boolean
}

/** A connection to the gateway as someone makes it who knows the protocol. */
class Caller implements Disposable {
  readonly #socket: WebSocket
  readonly #messages: { readonly type: string; readonly nonce?: string }[] = []

  constructor({ gateway, certificate }: WholeShore) {
    const secured = { ca: readFileSync(certificate), servername: fleetHost }
    this.#socket = new WebSocket(`${gateway.replace('https', 'wss')}/uplink`, subprotocol, secured)
    this.#socket.on('error', () => undefined)
    this.#socket.on('message', (data: Buffer, isBinary) => {
      if (!isBinary) this.#messages.push(JSON.parse(data.toString()) as { readonly type: string })
    })
  }

  async nonce(): Promise<string> {
    await this.#until(() => this.#messages.length > 0)
    return this.#messages[0]?.nonce ?? ''
  }

  /** What the gateway does next: the type of its message, or `closed`. */
  async outcomeOf(data: string | Uint8Array): Promise<string> {
    const before = this.#messages.length
    this.#socket.send(data)
    await this.#until(() => this.#messages.length > before || this.#isClosed)
    return this.#messages[before]?.type ?? 'closed'
  }

  get #isClosed(): boolean {
    return this.#socket.readyState === WebSocket.CLOSED
  }

  async #until(isSo: () => boolean): Promise<void> {
    const deadline = performance.now() + patienceMs
    while (!isSo()) {
      if (performance.now() > deadline) throw new Error('The gateway does not answer')
      await sleep(10)
    }
  }

  [Symbol.dispose](): void {
    this.#socket.terminate()
  }
}

interface Claimed {
  readonly vessel?: string
  readonly signer?: string
  readonly host?: string
  readonly nonce?: string
  readonly signedLog?: string
}

/** A hello whose proof may be of something else. */
const helloOf = (nonce: string, claimed: Claimed): string => {
  const { vessel: own = vessel, signer = own, host = fleetHost, signedLog = log } = claimed
  const claim = { nonce: claimed.nonce ?? nonce, host, vessel: own, log: signedLog }
  const proof = prove(claim, privateKeyOf(signer))
  const head = { events: 0, segments: 0 }
  return JSON.stringify({ type: 'hello', vessel: own, log, head, tariff: 'wifi', version: '0.1.0', proof })
}

const greet = async (shore: WholeShore, claimed: Claimed): Promise<string> => {
  using caller = new Caller(shore)
  return await caller.outcomeOf(helloOf(await caller.nonce(), claimed))
}

/** The true boat. At first there is no writer that knows its cursors, and the boat must come later. */
const isAccepted = async (shore: WholeShore): Promise<boolean> => {
  const deadline = performance.now() + patienceMs
  for (;;) {
    const outcome = await greet(shore, {})
    if (outcome !== 'later' || performance.now() > deadline) return outcome === 'accept'
    await sleep(200)
  }
}

/** Each is refused by a message, which the audit has. */
const forgeries: Readonly<Record<string, Claimed>> = {
  'a boat that has not joined': { vessel: stranger },
  'the proof of another boat': { signer: other },
  'the proof of a boat that has not joined': { signer: stranger },
  'a proof for another fleet': { host: 'other.test' },
  'a proof for another log': { signedLog: 'log-2' },
  'a proof of an earlier connection': { nonce: 'A'.repeat(43) },
}

/** Each ends the connection. */
const breaches: Readonly<Record<string, (nonce: string) => string | Uint8Array>> = {
  'a batch before the hello': () => Uint8Array.of(1, 1, 0, 1, 0),
  'live values before the hello': () => Uint8Array.of(3, 0x28),
  'an acknowledgement of a boat': () => Uint8Array.of(2, 1, 1),
  'bytes that are no frame': () => Uint8Array.of(99, 1, 2, 3),
  'text that is no message': () => '{"type":"hello"}',
  'a message of a gateway': () => JSON.stringify({ type: 'lease', period: 1_000, seconds: 10 }),
}

const post = async (shore: WholeShore, path: string, body: object): Promise<number> => {
  const asked = request(`${shore.gateway}${path}`, {
    method: 'POST',
    ca: readFileSync(shore.certificate),
    servername: fleetHost,
  })
  asked.end(JSON.stringify(body))
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  response.resume()
  return response.statusCode ?? 0
}

/** Requests of boats that would join or leave without a right to. */
const wrongRequests = async (shore: WholeShore): Promise<[what: string, status: number][]> => {
  const proof = proveLeaving({ host: fleetHost, vessel }, privateKeyOf(other))
  const key = keyText(createPublicKey(privateKeyOf(stranger)))
  const joining = { code: 'AAAA-BBBB-CCCC-2345', vessel: stranger, name: '', key, proof: 'A'.repeat(86) }
  return [
    ['leaving with the key of another boat', await post(shore, '/leave', { vessel, proof })],
    ['joining with a wrong code', await post(shore, '/join', joining)],
  ]
}

/** Everything that changes something aboard is not there ashore, or refused. */
const obeyedOf = async (shore: WholeShore, token: string): Promise<string[]> => {
  const obeyed: string[] = []
  for (const { method, path } of changingOperations()) {
    const response = await fetch(shore.reader + path, {
      method,
      signal: AbortSignal.timeout(patienceMs),
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(method !== 'GET' && { body: '{}' }),
    })
    await response.text()
    if (response.status < 400) obeyed.push(`${method} ${path}: ${response.status}`)
  }
  return obeyed
}

const startShore = async (running: AsyncDisposableStack): Promise<WholeShore> => {
  const folder = mkdtempSync(join(tmpdir(), 'marinedata-forged-'))
  running.defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  const shore = running.use(await WholeShore.start(folder, () => undefined))
  await shore.registry.addTenant({ id: 'club', name: 'Club' }, 'trial')
  for (const own of [vessel, other]) {
    const key = keyText(createPublicKey(privateKeyOf(own)))
    const joinedAt = new Date().toISOString()
    await shore.registry.boats.put(
      tokenOf(own) ?? '',
      { vessel: own, key, tenant: 'club', name: '', joinedAt },
      0,
    )
  }
  return shore
}

const refusalsIn = async ({ registry }: WholeShore): Promise<number> =>
  (await registry.audit.list()).filter(({ operation }) => operation.endsWith('-refused')).length

/** F8: what is forged, replayed or commanded from ashore is refused, and the audit has it. */
export const trialOfForgedMessages = async (): Promise<ForgedFound> => {
  await using running = new AsyncDisposableStack()
  const shore = await startShore(running)
  const outcomes: [what: string, isRefused: boolean][] = []
  for (const [what, claimed] of Object.entries(forgeries))
    outcomes.push([what, (await greet(shore, claimed)) === 'refuse'])
  for (const [what, dataOf] of Object.entries(breaches)) {
    using caller = new Caller(shore)
    outcomes.push([what, (await caller.outcomeOf(dataOf(await caller.nonce()))) === 'closed'])
  }
  const requests = await wrongRequests(shore)
  for (const [what, status] of requests) outcomes.push([what, status >= 400 && status < 500])
  const isTrueBoatAccepted = await isAccepted(shore)
  const refusals = Object.keys(forgeries).length + requests.length
  const deadline = performance.now() + patienceMs
  while ((await refusalsIn(shore)) < refusals && performance.now() < deadline) await sleep(100)
  const token = await shore.registry.createMember({ tenant: 'club', name: 'Anna' }, 'trial')
  const obeyed = await obeyedOf(shore, token)
  const accepted = outcomes.filter(([, isRefused]) => !isRefused).map(([what]) => what)
  const audited = await refusalsIn(shore)
  const commands = changingOperations().length
  const pass =
    accepted.length + obeyed.length === 0 && audited === refusals && isTrueBoatAccepted && commands > 0
  return {
    pass,
    attempts: outcomes.length,
    accepted,
    refusals,
    audited,
    commands,
    obeyed,
    isTrueBoatAccepted,
  }
}
