import {
  checkOf,
  faultText,
  MarineDataError,
  type Fault,
  type ProblemCode,
  type TSchema,
} from '@marinedata/model'
import type { FastifySchemaCompiler } from 'fastify'
import { textValues } from '../text-values.ts'

/** Whether `units` is the only invalid member of a body that has units. */
const isUnitsFault = (schema: TSchema, errors: readonly Fault[]): boolean => {
  const { properties } = schema as { properties?: object }
  return properties !== undefined && 'units' in properties && errors.every(({ path }) => path === '/units')
}

/** Path parameters select a thing, so a wrong one is an invalid value; everything else that is text is a query. */
const codeByPart: Readonly<Record<string, ProblemCode>> = { body: 'invalid-body', params: 'invalid-value' }

/** Names of the parts of a request in messages. */
const nameOfPart: Readonly<Record<string, string>> = {
  body: 'body',
  params: 'path',
  querystring: 'query',
}

/**
 * Validates bodies strictly: no coercion, no unknown members. Otherwise a misspelt `unit` would steer ten radians
 * instead of ten degrees. Query, path parameters and headers are text and are converted before validation.
 */
export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const check = checkOf(schema)
  const isBody = httpPart === 'body'
  const part = nameOfPart[httpPart ?? ''] ?? 'request'
  return (data: unknown) => {
    const value = isBody || typeof data !== 'object' || data === null ? data : textValues(schema, data)
    const errors = check.faults(value)
    if (errors.length === 0) return { value }
    const code =
      isBody && isUnitsFault(schema, errors)
        ? 'unknown-units'
        : (codeByPart[httpPart ?? ''] ?? 'invalid-query')
    return {
      error: new MarineDataError(code, `The ${part} is not valid: ${faultText(errors)}`, { errors }),
    }
  }
}
