import { AutopilotCommand, AutopilotDetails, AutopilotReport, problems } from '@marinedata/model'
import { describeAutopilotProvider, startPlugin } from '@marinedata/plugin-api/testing'
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { plugin } from '../line-pilot/line-pilot.ts'
import { SimulatedPilot } from '../line-pilot/simulated-pilot.ts'

const place = new URL('../line-pilot/line-pilot.ts', import.meta.url)
const page = await readFile(new URL('../../docs/writing-an-autopilot-provider.md', import.meta.url), 'utf8')
const inDegrees = (angle: number): number => (angle * 180) / Math.PI
const pace = 40

const pilot = new SimulatedPilot(pace)
const port = await pilot.listen()
after(async () => await pilot[Symbol.asyncDispose]())

describeAutopilotProvider(place, {
  settings: { port },
  observeMs: 100,
  pace,
  outlives: true,
  prepare: (_plugin, { heading, windAngle }) => pilot.place(inDegrees(heading), inDegrees(windAngle)),
  faults: {
    offline: () => pilot.cut(true),
    staleInput: () => pilot.refuse('nodata'),
    refuses: () => pilot.refuse('sulking'),
    mend: () => {
      pilot.cut(false)
      pilot.refuse(undefined)
    },
  },
})

test('reports an alarm of the pilot under its standard name, and ends it', async () => {
  await using started = await startPlugin(place, { settings: { port } })
  await started.next('navigation.headingMagnetic')
  const state = (): string | undefined => started.devices.get('line-1')?.alarms.get('heading')?.state
  for (const [isOn, expected] of [
    [true, 'alarm'],
    [false, 'normal'],
  ] as const) {
    pilot.alarm(isOn)
    for (let count = 0; count < 200 && state() !== expected; count++) await sleep(10)
    assert.equal(state(), expected)
  }
})

test('the provider needs the network only', () => {
  assert.deepEqual(plugin.manifest.needs, ['network'])
})

test('the page shows the provider and its suite as they are run here', async () => {
  const blocks = [...page.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text)
  const [provider, suite = ''] = blocks
  assert.equal(provider, await readFile(place, 'utf8'))
  assert.ok(suite !== '' && (await readFile(import.meta.filename, 'utf8')).includes(suite))
})

test('the page names every command and every member of details and reports', () => {
  const commands = AutopilotCommand.anyOf.map(({ properties }) => properties.name.const)
  const members = [AutopilotDetails, AutopilotReport].flatMap(({ properties }) => Object.keys(properties))
  for (const name of [...commands, ...members])
    assert.ok(page.includes(`\`${name}\``), `"${name}" is missing`)
})

test('the page uses existing problem codes', () => {
  const [, refusing = ''] = page.split('## Refusing')
  const [table = ''] = refusing.split('## Off-line')
  const codes = [...table.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, code = '']) => code)
  assert.equal(codes.length, 7)
  for (const code of codes) assert.ok(Object.hasOwn(problems, code), `There is no "${code}"`)
})
