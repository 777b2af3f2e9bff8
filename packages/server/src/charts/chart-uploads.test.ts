import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { ChartUploads } from './chart-uploads.ts'
import { MbtilesReader } from './mbtiles-reader.ts'

test('ends silent uploads, so that they do not hold the places of others', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'marinedata-uploads-'))
  try {
    using reader = new MbtilesReader()
    const options = { folder, reader, largest: 1e9, reserve: 0, mostFiles: 64, silenceMs: 20 }
    const uploads = new ChartUploads({ ...options, names: async () => [] })
    const silent = (name: string): Promise<string> =>
      uploads.receive({ name, format: 'mbtiles', length: undefined }, new Readable({ read: () => undefined }))
    const ends = await Promise.allSettled([silent('a'), silent('b'), silent('c')])
    assert.deepEqual(
      ends.map((end) => (end.status === 'rejected' ? (end.reason as { code: string }).code : '')),
      ['bad-request', 'bad-request', 'too-many-requests'],
    )
    await assert.rejects(silent('d'), { code: 'bad-request' })
    assert.deepEqual(await readdir(folder), [])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
