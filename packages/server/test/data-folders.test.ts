import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { startCli, temporaryFolder } from '@marinedata/testing/boats/start-cli'

const folder = join(import.meta.dirname, 'data-folders')
const versions = globSync('*.tgz', { cwd: folder }).map((file) => file.replace(/\.tgz$/, ''))

/** What `scripts/data-fixture.ts` put into the data folder. */
interface Expected {
  readonly token: string
  readonly waypoint: string
  readonly name: string
}

assert.ok(versions.length > 0)
for (const version of versions)
  test(`opens the data folder of version ${version} with its people, settings and waypoints`, async () => {
    const expected = JSON.parse(readFileSync(join(folder, `${version}.json`), 'utf8')) as Expected
    await using data = await temporaryFolder()
    execFileSync('tar', ['-xzf', join(folder, `${version}.tgz`), '-C', data.path])
    await using boat = await startCli({ folder: data.path, isOpen: false })
    const read = async (path: string): Promise<unknown> => {
      const headers = { authorization: `Bearer ${expected.token}` }
      const response = await fetch(`${boat.url}/marinedata/${path}`, { headers })
      assert.equal(response.status, 200, path)
      return await response.json()
    }
    const waypoints = JSON.stringify(await read('v2/api/resources/waypoints'))
    assert.ok(waypoints.includes(`"name":"${expected.waypoint}"`), waypoints)
    assert.equal(await read('v1/api/vessels/self/name'), expected.name)
  })
