import { Type } from '@marinedata/model'
import type { Inputs } from './inputs.ts'

const input = Type.Object(
  { id: Type.String({ minLength: 1, maxLength: 64 }) },
  { additionalProperties: false },
)
/** Includes the time to find an unknown speed. */
const useSeconds = 10

/** The actions of every plugin that reads inputs, for its manifest. */
export const inputActions = {
  use: { description: 'Start reading an input', input, deadline: useSeconds },
  release: { description: 'Stop reading an input', input, deadline: 5 },
} as const

interface Input {
  readonly id: string
}

/** What the actions do. */
export const inputActionsOf = (inputs: Inputs) => ({
  use: async ({ id }: Input, { signal }: { readonly signal: AbortSignal }) => await inputs.use(id, signal),
  release: async ({ id }: Input) => await inputs.release(id),
})
