/** The language in which every shape is defined, and its checker: whoever defines or checks a shape takes them from here. */
export { Type, type Static, type TSchema } from 'typebox'
export { Compile, type Validator } from 'typebox/compile'
