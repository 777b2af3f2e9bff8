import assert from 'node:assert/strict'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Club, clubVessel } from './club.ts'
import { FleetProgram } from './fleet-program.ts'
import { ready } from './ready.ts'

const limit = { timeout: 240_000 }
const speedAddress = `/marinedata/v1/api/vessels/${clubVessel}/navigation/speedOverGround`

test('a club starts the fleet, a boat joins, and its value is read ashore', limit, async () => {
  await using club = await Club.create()
  await club.start()
  assert.equal(await club.operate('tenant', 'club', 'Club Kiel'), 'Added the tenant club')
  const token = await club.operate('token', 'club', 'Anna')
  await using boat = await club.boat(await club.operate('code', 'club'))
  const read = await ready(async () => {
    boat.measure('navigation.speedOverGround', 3.1)
    const { status, body } = await club.ask(speedAddress, token)
    assert.equal(status, 200, JSON.stringify(body))
    return body as { readonly value: number }
  })
  assert.equal(read.value, 3.1)
  const password = join(club.folder, 'data', 'nats', 'password')
  assert.equal(statSync(password).mode & 0o777, 0o600)

  assert.equal(await club.operate('revoke', 'club', 'Anna'), 'Ended 1 token')
  await ready(async () => assert.equal((await club.ask(speedAddress, token)).status, 401))

  const pid = Number(readFileSync(join(club.folder, 'data', 'nats', 'nats.pid'), 'utf8'))
  const { code, stderr } = await club.program.stop()
  assert.equal(code, 0, stderr)
  assert.ok(!existsSync(`/proc/${pid}`), 'the NATS server has ended')
})

test('after a kill the fleet starts again with everything that it had', limit, async () => {
  await using club = await Club.create()
  await club.start()
  await club.operate('tenant', 'club', 'Club Kiel')
  const token = await club.operate('token', 'club', 'Anna')
  const orphan = Number(readFileSync(join(club.folder, 'data', 'nats', 'nats.pid'), 'utf8'))
  await club.program.stop('SIGKILL')
  assert.ok(existsSync(`/proc/${orphan}`), 'the NATS server is left alone')
  await club.start()
  assert.ok(!existsSync(`/proc/${orphan}`))
  const { status, body } = await club.ask('/marinedata/v2/api/fleet', token)
  assert.deepEqual([status, body], [200, { name: 'Club Kiel', count: 0, alarms: 0, found: 0, boats: [] }])
  process.kill(Number(readFileSync(join(club.folder, 'data', 'nats', 'nats.pid'), 'utf8')), 'SIGKILL')
  const { code, stderr } = await club.program.finished()
  assert.equal(code, 1)
  assert.match(stderr, /the NATS server has ended with SIGKILL. Its log is /)
})

test('wrong settings and wrong words are refused, and nothing starts', limit, async () => {
  await using club = await Club.create({ colour: 'red' })
  const refused = await FleetProgram.run('all', '--settings', club.settings)
  assert.deepEqual(refused, {
    code: 1,
    stdout: '',
    stderr: `marinedata-fleet: ${club.settings} is not valid:\n  /colour: is not a known member\n`,
  })
  const { code, stderr } = await FleetProgram.run('sail')
  assert.equal(code, 2)
  assert.ok(stderr.startsWith('marinedata-fleet: unknown command "sail"\n\nUsage: '), stderr)
})
