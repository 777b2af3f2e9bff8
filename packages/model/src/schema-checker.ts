import { Settings } from 'typebox/system'

/** The checker of shapes, apart from their language: whoever only defines shapes need not load it. */
export { Compile, type Validator } from 'typebox/compile'

// Every fault is named, up to a bound that no honest document meets; the checker would stop at eight.
Settings.Set({ maxErrors: 1_000 })
