import { test } from 'node:test'
import { otherFaults } from './fault-cases.ts'
import { sailWith } from './fault-voyage.ts'

test('a plugin may hang, hoard, flood or keep silent: the boat sails on', { timeout: 330_000 }, (context) =>
  sailWith(context, otherFaults),
)
