import { request } from 'node:http'
import { BenchError } from '../bench-error.ts'

export interface HttpRequest {
  readonly port: number
  readonly path: string
  readonly method?: 'GET' | 'PUT' | 'POST'
  readonly body?: string
  readonly limitMs?: number
}

export interface HttpAnswer {
  readonly status: number
  readonly body: string
}

/** Ends a request that hangs. A server that is flooded on a busy machine answers late. */
const hangingMs = 30_000

/** One request on its own connection. */
export const requestOnce = ({
  port,
  path,
  method = 'GET',
  body,
  limitMs = hangingMs,
}: HttpRequest): Promise<HttpAnswer> =>
  new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(limitMs)
    const headers = body === undefined ? {} : { 'content-type': 'application/json' }
    const sent = request(
      { host: '127.0.0.1', port, path, method, headers, agent: false, signal },
      (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('error', reject)
        answer.on('end', () => {
          resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(parts).toString() })
        })
      },
    )
    sent.on('error', (cause) => reject(new BenchError(`${method} ${path}: ${cause.message}`, { cause })))
    sent.end(body)
  })

/** The body of a 200, `undefined` for a 404, which may become available. Throws for any other status. */
export const readBody = async (port: number, path: string): Promise<string | undefined> => {
  const { status, body } = await requestOnce({ port, path })
  if (status !== 200 && status !== 404)
    throw new BenchError(`GET ${path} answered ${status}: ${body.slice(0, 200)}`)
  return status === 200 ? body : undefined
}

/** The `value` of a leaf; `undefined` while it is missing. */
export const readLeafValue = async (port: number, path: string): Promise<unknown> => {
  const body = await readBody(port, path)
  if (body === undefined) return undefined
  const leaf: unknown = JSON.parse(body)
  return typeof leaf === 'object' && leaf !== null && 'value' in leaf ? leaf.value : undefined
}
