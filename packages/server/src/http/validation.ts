import { checkOf, MarineDataError, type Fault, type ProblemCode, type TSchema } from '@marinedata/model'
import type { FastifySchemaCompiler } from 'fastify'
import { textValues } from '../text-values.ts'

/** Whether the body is one that has units, and nothing is wrong with it but these. */
const isOfUnits = (schema: TSchema, errors: readonly Fault[]): boolean => {
  const { properties } = schema as { properties?: object }
  return properties !== undefined && 'units' in properties && errors.every(({ path }) => path === '/units')
}

/** What is in an address names a thing or a choice; a query only says how it is wanted. */
const codeByPart: Readonly<Record<string, ProblemCode>> = { body: 'invalid-body', params: 'invalid-value' }

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
    const code =
      isBody && isOfUnits(schema, errors) ? 'unknown-units' : (codeByPart[httpPart ?? ''] ?? 'invalid-query')
    return {
      error: new MarineDataError(code, `The ${httpPart ?? 'request'} is not acceptable: ${list}`, { errors }),
    }
  }
}
