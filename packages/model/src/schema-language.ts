/** The language in which every shape is defined: whoever defines one takes it from here. */
export { Type, type Static, type TSchema } from 'typebox'
