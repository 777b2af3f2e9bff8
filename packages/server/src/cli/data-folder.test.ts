import { MarineDataError } from '@marinedata/model'
import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getuid } from 'node:process'
import { test } from 'node:test'
import { defaultDataFolder } from './data-folder.ts'

test('the data folder comes from the environment, the user, or the service', () => {
  const folder = mkdtempSync(join(tmpdir(), 'marinedata-places-'))
  const [own, service] = [join(folder, 'own'), join(folder, 'service')]
  try {
    assert.equal(defaultDataFolder({ configured: '/srv/boat', own, service }), '/srv/boat')
    assert.equal(defaultDataFolder({ configured: '', own, service }), own)
    mkdirSync(service)
    assert.equal(defaultDataFolder({ own, service }), service)
    chmodSync(service, 0o000)
    // Root may use every folder.
    if (getuid?.() !== 0)
      assert.throws(
        () => defaultDataFolder({ own, service }),
        (error) => error instanceof MarineDataError && error.message.includes('sudo -u marinedata'),
      )
    mkdirSync(own)
    assert.equal(defaultDataFolder({ own, service }), own)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
