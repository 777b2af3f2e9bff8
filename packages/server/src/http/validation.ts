import { checkOf, MarineDataError, type TSchema } from '@marinedata/model'
import type { FastifySchemaCompiler } from 'fastify'
import { textValues } from '../text-values.ts'

/**
 * Bodies are taken to the letter: nothing is coerced, nothing is dropped, or a misspelt `unit` would steer ten radians
 * instead of ten degrees. Query, address parts and headers are text, so only they are converted first.
 */
export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const check = checkOf(schema)
  const isBody = httpPart === 'body'
  return (data: unknown) => {
    const value = isBody || typeof data !== 'object' || data === null ? data : textValues(schema, data)
    const errors = check.faults(value)
    if (errors.length === 0) return { value }
    const list = errors.map(({ path, message }) => `${path === '' ? 'it' : path} ${message}`).join('; ')
    const code = isBody ? 'invalid-body' : 'invalid-query'
    return {
      error: new MarineDataError(code, `The ${httpPart ?? 'request'} is not acceptable: ${list}`, { errors }),
    }
  }
}
