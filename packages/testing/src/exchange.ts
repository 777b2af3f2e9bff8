import { problems, type Problem, type ProblemCode } from '@marinedata/model'
import assert from 'node:assert/strict'
import { request, type IncomingHttpHeaders } from 'node:http'

export interface Exchange {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** The raw body, compressed if it was sent so. */
  readonly bytes: Buffer
  readonly text: string
}

export interface ExchangeOptions {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** The local address to connect from; any when absent. */
  readonly from?: string
}

/** Sends one request unchanged: the path is neither decoded nor normalised, and redirects are not followed. */
export const exchange = (
  url: string,
  path: string,
  { method = 'GET', headers = {}, body, from }: ExchangeOptions = {},
): Promise<Exchange> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const host = hostname.replace(/^\[|\]$/g, '')
    const asked = request({
      host,
      port,
      path,
      method,
      headers: { ...length, ...headers },
      ...(from !== undefined && { localAddress: from }),
    })
    asked.on('error', reject)
    asked.on('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const bytes = Buffer.concat(chunks)
        resolve({ status: response.statusCode!, headers: response.headers, bytes, text: bytes.toString() })
      })
    })
    asked.end(body)
  })

/** The JSON body of a successful response. */
export const getJson = async <T = unknown>(url: string, path: string): Promise<T> => {
  const { status, headers, text } = await exchange(url, path)
  assert.equal(status, 200, `${path}: ${text}`)
  assert.match(headers['content-type']!, /^application\/json/)
  return JSON.parse(text) as T
}

/** Checks that a response is a complete problem with this code, with the same status in header and body. */
export const assertProblem = (answer: Exchange, code: ProblemCode, word = 'marinedata'): Problem => {
  assert.match(answer.headers['content-type'] ?? '', /^application\/problem\+json/, answer.text)
  const problem = JSON.parse(answer.text) as Problem
  const { status, title, retryable } = problems[code]
  const { detail, errors } = problem
  assert.deepEqual(problem, {
    type: `urn:mrn:${word}:problem:${code}`,
    title,
    status,
    detail,
    code,
    retryable,
    // After a timeout the outcome is unknown.
    outcome: code === 'unconfirmed' ? 'unknown' : 'none',
    errors,
    state: 'FAILED',
    statusCode: status,
    message: detail,
  })
  assert.equal(answer.status, status)
  assert.ok(detail.length > 0)
  for (const fault of errors) assert.deepEqual(Object.keys(fault).toSorted(), ['message', 'path'])
  return problem
}
