import type { FoundInput } from './found-inputs.ts'

const keyOf = ({ plugin, id }: FoundInput): string => `${plugin}/${id}`

/** What is offered to be used: whatever speaks, as long as nothing is used; not what someone has put off, until more is found. */
export const offered = (inputs: readonly FoundInput[], dismissed: string): FoundInput[] => {
  if (inputs.some(({ chosen }) => chosen)) return []
  const found = inputs.filter(({ state, isChoosable }) => state === 'found' && isChoosable)
  const putOff = new Set(dismissed.split(' '))
  return found.every((input) => putOff.has(keyOf(input))) ? [] : found
}

/** Puts these off. */
export const dismissing = (inputs: readonly FoundInput[]): string => inputs.map(keyOf).join(' ')
