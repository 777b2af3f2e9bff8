import { MarineDataError } from '@marinedata/model'
import { joinAnswer, keyText, proveJoining, proveLeaving } from '@marinedata/uplink-protocol'
import { createPublicKey } from 'node:crypto'
import { request } from 'node:https'
import type { FleetAddress } from '../link/web-socket-link.ts'
import { privateKeyOf, type Membership } from './membership.ts'

/** The fleet's answer: success or refusal. Without an answer the request throws. */
export type FleetAnswer<T> =
  | { readonly isDone: true; readonly answer: T }
  | { readonly isDone: false; readonly detail: string }

const answerBytes = 16_384
const deadlineMs = 8_000

interface Asking {
  readonly fleet: FleetAddress
  /** Ends the request. */
  readonly signal: AbortSignal
}

interface Posted {
  readonly status: number
  readonly body: unknown
}

const parsed = (text: string): unknown => {
  try {
    return text === '' ? {} : JSON.parse(text)
  } catch {
    return undefined
  }
}

const post = ({ fleet, signal }: Asking, path: '/join' | '/leave', content: unknown): Promise<Posted> =>
  new Promise((resolve, reject) => {
    const text = JSON.stringify(content)
    const asked = request(
      new URL(path, fleet.address),
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) },
        servername: fleet.host,
        agent: false,
        signal: AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]),
        ...(fleet.authority !== undefined && { ca: fleet.authority }),
      },
      (response) => {
        let answer = ''
        response.setEncoding('utf8')
        response.on('data', (part: string) => {
          answer += part
          if (answer.length > answerBytes) response.destroy(new Error('The answer is too long'))
        })
        response.on('error', reject)
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body: parsed(answer) }))
      },
    )
    asked.on('error', reject)
    asked.end(text)
  })

const detailOf = ({ status, body }: Posted): string =>
  typeof body === 'object' && body !== null && 'detail' in body && typeof body.detail === 'string'
    ? body.detail.slice(0, 200)
    : `status ${status}`

/** Refusals that stay the same when the request is repeated. */
const isFinal = (status: number): boolean =>
  status >= 400 && status < 500 && ![408, 409, 429].includes(status)

const answered = (posted: Posted): FleetAnswer<unknown> => {
  if (posted.status >= 200 && posted.status < 300) return { isDone: true, answer: posted.body }
  if (isFinal(posted.status)) return { isDone: false, detail: detailOf(posted) }
  throw new MarineDataError('unconfirmed', `The fleet answers: ${detailOf(posted)}`)
}

/**
 * Joins a fleet. Returns its name.
 * @throws when the fleet does not answer
 */
export const joinFleet = async (
  asking: Asking,
  membership: Membership,
  { code, name }: { readonly code: string; readonly name: string },
): Promise<FleetAnswer<string>> => {
  const { vessel } = membership
  const key = privateKeyOf(membership)
  const answer = answered(
    await post(asking, '/join', {
      code,
      vessel,
      name,
      key: keyText(createPublicKey(key)),
      proof: proveJoining({ host: asking.fleet.host, vessel }, code, key),
    }),
  )
  if (!answer.isDone) return answer
  if (joinAnswer.accepts(answer.answer)) return { isDone: true, answer: answer.answer.fleet }
  throw new MarineDataError('unconfirmed', 'The address does not answer as a fleet does')
}

/**
 * Leaves a fleet: it forgets the key.
 * @throws when the fleet does not answer
 */
export const leaveFleet = async (asking: Asking, membership: Membership): Promise<FleetAnswer<unknown>> => {
  const { vessel } = membership
  const proof = proveLeaving({ host: asking.fleet.host, vessel }, privateKeyOf(membership))
  return answered(await post(asking, '/leave', { vessel, proof }))
}
