import type { TSchema } from '#schema-language.ts'
import { Compile, type Validator } from './schema-checker.ts'
import type { Fault } from './problem-document.ts'

/** A validator for one schema. */
export interface Check<T> {
  accepts(value: unknown): value is T
  faults(value: unknown): Fault[]
}

/** The faults in one sentence: `/a is missing; /b must be number`. */
export const faultText = (faults: readonly Fault[]): string =>
  faults.map(({ path, message }) => `${path === '' ? 'it' : path} ${message}`).join('; ')

/** Creates a validator. The schema is compiled on first use, so that a process pays only for the schemas it uses. */
export const checkOf = <T>(schema: TSchema): Check<T> => {
  let compiled: Validator | undefined
  const validator = (): Validator => (compiled ??= Compile(schema))
  return {
    accepts: (value: unknown): value is T => validator().Check(value),
    faults: (value) => {
      const [isValid, errors] = validator().Errors(value)
      return isValid ? [] : readableFaults(errors)
    },
  }
}

type SchemaError = ReturnType<Validator['Errors']>[1][number]

// TypeBox reports an unknown member twice: as a `false` schema at its path and in a list at its parent.
const isRepetition = (error: SchemaError): boolean =>
  error.keyword === 'additionalProperties' || error.keyword === 'anyOf'

const readableFaults = (errors: readonly SchemaError[]): Fault[] => {
  const faults = errors.filter((error) => !isRepetition(error)).flatMap(faultsOf)
  return faults.length > 0 ? faults : errors.flatMap(faultsOf)
}

const faultsOf = (error: SchemaError): Fault[] =>
  error.keyword === 'required'
    ? error.params.requiredProperties.map((name) => ({
        path: `${error.instancePath}/${name}`,
        message: 'is missing',
      }))
    : [faultOf(error)]

const messageOf = (error: SchemaError): string => {
  if (error.keyword === 'boolean') return 'is not a known member'
  if (error.keyword !== 'enum') return error.message
  return `must be one of ${error.params.allowedValues.map((value) => JSON.stringify(value)).join(', ')}`
}

const faultOf = (error: SchemaError): Fault => ({ path: error.instancePath, message: messageOf(error) })
