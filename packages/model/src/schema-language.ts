/** TypeBox, used for all schema definitions. Import it from here. */
export { Type, type Static, type TSchema } from 'typebox'
