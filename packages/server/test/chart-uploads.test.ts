import type { AuditPage, Chart, ChartList, Problem } from '@marinedata/model'
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { request, type ClientRequest } from 'node:http'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { makeMbtiles, redPixel } from './charts/make-mbtiles.ts'
import { startBoat, type Boat } from '@marinedata/testing/boats/start-boat'
import { temporaryFolder } from '@marinedata/testing/boats/start-cli'
import { until } from '@marinedata/testing/until'

const limit = { timeout: 300_000 }
const api = '/marinedata/v2/api/charts'

/** A small chart file as bytes. */
const chartBytes = async (): Promise<Buffer> => {
  await using folder = await temporaryFolder()
  const file = join(folder.path, 'chart.mbtiles')
  const metadata = { name: 'Archipelago Sea', format: 'png', minzoom: '0', maxzoom: '0' }
  makeMbtiles(file, { metadata, tiles: [{ z: 0, x: 0, row: 0, bytes: redPixel }] })
  return await readFile(file)
}

const addressOf = ({ url }: Boat, name: string, format = 'mbtiles'): string =>
  `${url}${api}?name=${name}&format=${format}`

const upload = (address: string, body: Uint8Array<ArrayBuffer>): Promise<Response> =>
  fetch(address, { method: 'POST', headers: { 'content-type': 'application/octet-stream' }, body })

/** Starts an upload and sends only its first half. */
const halfUpload = async (address: string, bytes: Buffer): Promise<ClientRequest> => {
  const headers = { 'content-type': 'application/octet-stream', 'content-length': bytes.length }
  const sending = request(address, { method: 'POST', headers })
  sending.on('error', () => undefined)
  sending.write(bytes.subarray(0, bytes.length / 2))
  await once(sending, 'socket')
  return sending
}

const filesOf = (boat: Boat): Promise<string[]> => readdir(join(boat.folder, 'charts')).catch(() => [])

const codeOf = async (answer: Response): Promise<[number, string]> => [
  answer.status,
  ((await answer.json()) as Problem).code,
]

suite('uploaded chart files', () => {
  let boat: Boat
  before(async () => {
    boat = await startBoat()
  })
  after(() => boat?.[Symbol.asyncDispose]())

  test('a chart is added, listed, served, recorded and deleted', limit, async () => {
    const answer = await upload(addressOf(boat, 'archipelago'), new Uint8Array(await chartBytes()))
    assert.equal(answer.status, 201)
    assert.equal(((await answer.json()) as Chart).name, 'Archipelago Sea')
    const list = (await (await fetch(`${boat.url}${api}`)).json()) as ChartList
    assert.deepEqual(
      list.map(({ id }) => id),
      ['archipelago'],
    )
    assert.equal((await fetch(`${boat.url}${api}/archipelago/0/0/0`)).status, 200)
    assert.equal((await fetch(`${boat.url}${api}/archipelago`, { method: 'DELETE' })).status, 200)
    assert.deepEqual(await (await fetch(`${boat.url}${api}`)).json(), [])
    assert.deepEqual(await filesOf(boat), [])
    const entries = async (): Promise<string[]> => {
      const page = await fetch(`${boat.url}/marinedata/v2/api/access/audit?kind=settings`)
      return ((await page.json()) as AuditPage).map((entry) =>
        'operation' in entry ? `${entry.operation} ${entry.subject}` : '',
      )
    }
    const recorded = await until(entries, ({ length }) => length === 2)
    assert.deepEqual(recorded, ['chart-deleted archipelago.mbtiles', 'chart-added archipelago.mbtiles'])
  })

  test('an upload that is cut leaves nothing, and its name can be used again', limit, async () => {
    const bytes = await chartBytes()
    const sending = await halfUpload(addressOf(boat, 'cut'), bytes)
    await until(
      () => filesOf(boat),
      ({ length }) => length === 1,
    )
    assert.deepEqual(await codeOf(await upload(addressOf(boat, 'CUT'), new Uint8Array(bytes))), [
      409,
      'name-taken',
    ])
    sending.destroy()
    await until(
      () => filesOf(boat),
      ({ length }) => length === 0,
    )
    assert.deepEqual(await (await fetch(`${boat.url}${api}`)).json(), [])
    assert.equal((await upload(addressOf(boat, 'cut'), new Uint8Array(bytes))).status, 201)
    assert.deepEqual(await codeOf(await upload(addressOf(boat, 'cut', 'pmtiles'), new Uint8Array(bytes))), [
      409,
      'name-taken',
    ])
  })

  test('what is no chart, or has no safe name, is refused with the reason', limit, async () => {
    const bytes = new Uint8Array(await chartBytes())
    const refused = await upload(addressOf(boat, 'letter', 'pmtiles'), bytes)
    const problem = (await refused.json()) as Problem
    assert.deepEqual([problem.status, problem.code], [400, 'invalid-value'])
    assert.match(problem.detail, /Not a chart: The file is not a PMTiles archive/)
    for (const name of ['..%2fsettings', '.hidden', 'a%20b', ''])
      assert.deepEqual(await codeOf(await upload(addressOf(boat, name), bytes)), [400, 'invalid-query'], name)
    assert.equal((await fetch(addressOf(boat, 'json'), { method: 'POST', body: '{}' })).status, 415)
    // Of the test before.
    assert.deepEqual(await filesOf(boat), ['cut.mbtiles'])
  })

  test(
    'size and disk are bounded, and the answer arrives although the file was not read',
    limit,
    async () => {
      const megabytes = new Uint8Array(3_000_000)
      {
        await using small = await startBoat({ settings: { charts: { largestFile: 1 } } })
        assert.deepEqual(await codeOf(await upload(addressOf(small, 'large'), megabytes)), [413, 'too-large'])
      }
      await using own = await startBoat({ settings: { charts: { reserve: 10_000_000 } } })
      assert.deepEqual(await codeOf(await upload(addressOf(own, 'any'), megabytes)), [507, 'storage-full'])
      assert.deepEqual(await filesOf(own), [])
    },
  )

  test('what a killed server was receiving is removed at its next start', limit, async () => {
    await using own = await startBoat({
      prepare: async (folder) => {
        await mkdir(join(folder, 'charts'))
        await writeFile(join(folder, 'charts', '.upload-1'), 'half')
        await writeFile(join(folder, 'charts', '.hidden'), 'of someone else')
      },
    })
    await until(
      () => filesOf(own),
      (files) => files.join() === '.hidden',
    )
  })

  test('only an owner may add and delete charts', limit, async () => {
    await using own = await startBoat({ isOpen: false })
    const bytes = new Uint8Array(await chartBytes())
    assert.equal((await upload(addressOf(own, 'guest'), bytes)).status, 401)
    assert.equal((await fetch(`${own.url}${api}/guest`, { method: 'DELETE' })).status, 401)
  })
})
