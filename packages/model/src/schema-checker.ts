import { Settings } from 'typebox/system'

/** The schema compiler, in a file of its own so that code that only defines schemas does not load it. */
export { Compile, type Validator } from 'typebox/schema'

// Reports up to 1,000 faults. The default of TypeBox is eight.
Settings.Set({ maxErrors: 1_000 })
