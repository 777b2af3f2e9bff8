import type { Actor } from '@marinedata/model'

/** A person as an actor, for tests. */
export const person = (name: string, address = '10.0.0.1'): Actor => ({
  kind: 'person',
  id: `id of ${name}`,
  name,
  address,
})
