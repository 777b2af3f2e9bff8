import { test } from 'node:test'
import { otherFaults } from './fault-cases.ts'
import { runFaults } from './fault-server.ts'

test(
  'hanging, memory growth, floods and silence of a plugin affect nothing else',
  { timeout: 330_000 },
  (context) => runFaults(context, otherFaults),
)
