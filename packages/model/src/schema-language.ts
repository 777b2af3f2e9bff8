/** TypeBox, used for all schema definitions. Import it from here. */
export type { Static, TSchema } from 'typebox'
export * as Type from './schema-builders.ts'
