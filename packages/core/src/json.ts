/** JSON of a value that passed the door; numbers, the usual case, without a detour. */
export const jsonOf = (value: unknown): string =>
  typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? 'null')
