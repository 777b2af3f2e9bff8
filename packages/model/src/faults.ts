import type { TSchema } from '#schema-language.ts'
import { Compile, type Validator } from './schema-checker.ts'
import type { Fault } from './problem-document.ts'

/** A schema compiled on first use: the check itself, and every fault with its place. */
export interface Check<T> {
  accepts(value: unknown): value is T
  faults(value: unknown): Fault[]
}

/** Compiles lazily, so that a process pays only for the shapes it meets. */
export const checkOf = <T>(schema: TSchema): Check<T> => {
  let compiled: Validator | undefined
  const validator = (): Validator => (compiled ??= Compile(schema))
  return {
    accepts: (value: unknown): value is T => validator().Check(value),
    faults: (value) => (validator().Check(value) ? [] : readableFaults(validator().Errors(value))),
  }
}

type SchemaError = ReturnType<Validator['Errors']>[number]

// The engine reports a refused member twice: as the `false` schema at its place and as a list at its parent.
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

const faultOf = (error: SchemaError): Fault => ({
  path: error.instancePath,
  message: error.keyword === 'boolean' ? 'is not a known member' : error.message,
})
