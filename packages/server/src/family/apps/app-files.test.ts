import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { AppFiles } from './app-files.ts'

class Apps implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), 'marinedata-apps-'))
  #now = 0
  readonly files = new AppFiles(this.folder, () => this.#now)

  add(name: string, pages: readonly string[]): void {
    const place = join(this.folder, name)
    mkdirSync(place)
    writeFileSync(join(place, 'package.json'), JSON.stringify({ name }))
    if (pages.length > 0) mkdirSync(join(place, 'public'))
    for (const page of pages) writeFileSync(join(place, 'public', page), page)
  }

  later(): void {
    this.#now += 1_001
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}

test('an app is found within a second after it was installed, and gone after it was removed', () => {
  using apps = new Apps()
  assert.throws(() => apps.files.find('/gauges/index.html'), { code: 'not-found' })
  apps.add('gauges', ['index.html'])
  apps.later()
  assert.equal(apps.files.find('/gauges/index.html'), join(apps.folder, 'gauges', 'public', 'index.html'))
  rmSync(join(apps.folder, 'gauges'), { recursive: true })
  apps.later()
  assert.deepEqual(apps.files.apps, [])
  assert.throws(() => apps.files.find('/gauges/index.html'), { code: 'not-found' })
})

test('an app without pages does not hide the others', () => {
  using apps = new Apps()
  apps.add('broken', [])
  apps.add('gauges', ['index.html'])
  assert.deepEqual(
    apps.files.apps.map(({ name }) => name),
    ['broken', 'gauges'],
  )
  assert.ok(apps.files.find('/gauges/index.html'))
})
