import {
  isJoiningProved,
  isLeavingProved,
  joinRequest,
  keyOfText,
  leaveRequest,
} from '@marinedata/uplink-protocol'
import type { JoinedBoat } from '@marinedata/fleet'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { fleetHost } from './certificate.ts'

/** The code with which boats join in trials. Each boat may use it. */
export const trialCode = 'AAAA-BBBB-CCCC-2345'

/** The boats that have joined, in a file that outlives the gateway, and the answers to those that join and leave. */
export class JoinedBoats {
  readonly #file: string

  constructor(file: string) {
    this.#file = file
  }

  get keyByVessel(): Readonly<Record<string, string>> {
    if (!existsSync(this.#file)) return {}
    return JSON.parse(readFileSync(this.#file, 'utf8')) as Record<string, string>
  }

  boatOf(vessel: string): Promise<JoinedBoat | undefined> {
    const text = this.keyByVessel[vessel]
    const owner = { id: 'trial', tenant: 'club' }
    return Promise.resolve(text === undefined ? undefined : { key: keyOfText(text), owner })
  }

  set(vessel: string, key: string | undefined): void {
    // Undefined has no place in JSON: the boat is gone.
    writeFileSync(this.#file, JSON.stringify({ ...this.keyByVessel, [vessel]: key }))
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = ''
    for await (const part of request.setEncoding('utf8')) text += String(part)
    const body: unknown = JSON.parse(text)
    const isDone = request.url === '/join' ? this.#join(body) : this.#leave(body)
    const answer = isDone ? { fleet: 'Trial fleet' } : { detail: 'The code is not known' }
    response.writeHead(isDone ? 200 : 403, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer))
  }

  #join(body: unknown): boolean {
    if (!joinRequest.accepts(body) || body.code !== trialCode || !isJoiningProved(body, fleetHost))
      return false
    this.set(body.vessel, body.key)
    return true
  }

  #leave(body: unknown): boolean {
    const key = leaveRequest.accepts(body) ? this.keyByVessel[body.vessel] : undefined
    if (!leaveRequest.accepts(body) || key === undefined) return false
    if (!isLeavingProved(body, fleetHost, keyOfText(key))) return false
    this.set(body.vessel, undefined)
    return true
  }
}
