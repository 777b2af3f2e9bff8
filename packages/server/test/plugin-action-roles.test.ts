import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { crewKinds, Crew } from '@marinedata/testing/boats/crew'
import { assertProblem } from '@marinedata/testing/exchange'

const drummer = join(import.meta.dirname, 'plugins', 'drummer.ts')
const base = '/marinedata/v2/api/plugins/drummer'

test('an action of a plugin is for the role that its manifest names, and those above it', async () => {
  await using crew = await Crew.start({ plugins: { given: [drummer] } })
  const run = (kind: (typeof crewKinds)[number], action: string) =>
    crew.ask(kind, `POST ${base}/actions/${action}`, { body: { beats: 2 } })
  // The plugin has started when its first action is answered.
  while ((await run('owner', 'solo')).status === 409) await crew.ask('owner', `GET ${base}`)
  const allowed = { tap: ['crew', 'helm', 'owner'], roll: ['helm', 'owner'], solo: ['owner'] }
  for (const [action, kinds] of Object.entries(allowed))
    for (const kind of ['nobody', 'viewer', 'crew', 'helm', 'owner', 'device'] as const) {
      const answer = await run(kind, action)
      if (kinds.includes(kind)) assert.match(`${answer.status} ${answer.text}`, /^200 .*"result":2/)
      else assertProblem(answer, kind === 'nobody' ? 'unauthenticated' : 'forbidden')
    }
  assertProblem(await run('owner', 'constructor'), 'not-found')
})
