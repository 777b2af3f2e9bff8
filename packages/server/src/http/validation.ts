import { checkOf, MarineDataError } from '@marinedata/model'
import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'

/**
 * Bodies are taken to the letter: nothing is coerced, nothing is dropped, or a misspelt `unit` would steer ten radians
 * instead of ten degrees. Query, address parts and headers are text, so only they are converted first.
 */
export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const check = checkOf(schema)
  const isBody = httpPart === 'body'
  return (data: unknown) => {
    const value: unknown = isBody ? data : Value.Convert(schema, structuredClone(data))
    const errors = check.faults(value)
    if (errors.length === 0) return { value }
    const list = errors.map(({ path, message }) => `${path === '' ? 'it' : path} ${message}`).join('; ')
    const code = isBody ? 'invalid-body' : 'invalid-query'
    return {
      error: new MarineDataError(code, `The ${httpPart ?? 'request'} is not acceptable: ${list}`, { errors }),
    }
  }
}
