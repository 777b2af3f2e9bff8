import { MarineDataError, problemOf, type ProblemCode, type ProductWord } from '@marinedata/model'
import type { FastifyError, FastifyReply } from 'fastify'
import { diskFaultOf } from '../disk-faults.ts'

const codeOfStatus: Readonly<Record<number, ProblemCode>> = {
  404: 'not-found',
  405: 'method-not-allowed',
  413: 'too-large',
  415: 'unsupported-media-type',
  503: 'shutting-down',
}

/** Better than the messages of Fastify. */
const messageByCode: Partial<Readonly<Record<ProblemCode, string>>> = {
  internal: 'The server failed',
  'unsupported-media-type':
    'The body has no type that is read here. Send JSON, with the header Content-Type: application/json',
}

const isHttpError = (error: unknown): error is FastifyError => error instanceof Error && 'statusCode' in error

const httpProblemCode = (error: FastifyError): ProblemCode => {
  const status = error.statusCode ?? 500
  if (status === 400)
    return error.code?.startsWith('FST_ERR_CTP') || error.name === 'SyntaxError'
      ? 'invalid-body'
      : 'bad-request'
  return codeOfStatus[status] ?? (status < 500 ? 'bad-request' : 'internal')
}

/** Converts any error to one with a problem code. Details of unexpected errors are not exposed. */
export const marineDataErrorOf = (error: unknown): MarineDataError => {
  if (error instanceof MarineDataError) return error
  const diskFault = diskFaultOf(error)
  if (diskFault !== undefined)
    return new MarineDataError('storage-full', `${diskFault}: nothing was changed`, { cause: error })
  if (!isHttpError(error)) return new MarineDataError('internal', 'The server failed', { cause: error })
  const code = httpProblemCode(error)
  return new MarineDataError(code, messageByCode[code] ?? error.message, { cause: error })
}

/** Sends an error as a problem response. Every HTTP error is sent by this function. */
export const sendProblem = (reply: FastifyReply, error: MarineDataError, word: ProductWord): FastifyReply => {
  const problem = problemOf(error, word)
  return reply
    .code(problem.status)
    .header('content-type', 'application/problem+json')
    .send(JSON.stringify(problem))
}
