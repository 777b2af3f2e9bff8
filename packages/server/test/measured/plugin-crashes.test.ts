import { test } from 'node:test'
import { crashes } from './fault-cases.ts'
import { sailWith } from './fault-voyage.ts'

test('a plugin may crash in any way: the boat sails on', { timeout: 330_000 }, (context) =>
  sailWith(context, crashes),
)
