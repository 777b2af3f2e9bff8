import type { FoundInput } from './found-inputs.ts'

const keyOf = ({ plugin, id }: FoundInput): string => `${plugin}/${id}`

/**
 * Inputs to offer: those that send data, while none is in use. Dismissed inputs are left out until another one is
 * found.
 */
export const offered = (inputs: readonly FoundInput[], dismissed: string): FoundInput[] => {
  if (inputs.some(({ chosen }) => chosen)) return []
  const found = inputs.filter(({ state, isChoosable }) => state === 'found' && isChoosable)
  const putOff = new Set(dismissed.split(' '))
  return found.every((input) => putOff.has(keyOf(input))) ? [] : found
}

/** Stores these inputs as dismissed. */
export const dismissing = (inputs: readonly FoundInput[]): string => inputs.map(keyOf).join(' ')
