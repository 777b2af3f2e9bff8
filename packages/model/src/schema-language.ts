import { Settings } from 'typebox/system'

/** The language in which every shape is defined, and its checker: whoever defines or checks a shape takes them from here. */
export { Type, type Static, type TSchema } from 'typebox'
export { Compile, type Validator } from 'typebox/compile'

// Every fault is named, up to a bound that no honest document meets; the checker would stop at eight.
Settings.Set({ maxErrors: 1_000 })
