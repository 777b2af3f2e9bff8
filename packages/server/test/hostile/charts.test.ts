import type { ChartList, Problem } from '@marinedata/model'
import assert from 'node:assert/strict'
import { copyFile, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { startCli, temporaryFolder } from '@marinedata/testing/boats/start-cli'
import { timeLimit } from '@marinedata/testing/time-limit'

const limit = { timeout: 120_000 }
const api = '/marinedata/v2/api/charts'
const healthMs = 100

const metadata = `CREATE TABLE metadata (name, value);
  INSERT INTO metadata VALUES ('name', 'Solent'), ('format', 'png'), ('minzoom', '0'), ('maxzoom', '0');`

/** Files of 16 and 45 kB. One tile of the first takes 4 GB of memory, one of the second hours. */
const bombs: Readonly<Record<string, string>> = {
  memory: `${metadata} CREATE TABLE tiles (zoom_level, tile_column, tile_row,
    tile_data AS (zeroblob(1000000) || hex(zeroblob(300000000))));
    CREATE UNIQUE INDEX ti ON tiles (zoom_level, tile_column, tile_row); INSERT INTO tiles VALUES (0, 0, 0);`,
  time: `${metadata} CREATE TABLE a (k, v); CREATE INDEX ai ON a (k);
    CREATE TABLE t (z, x, y, d); INSERT INTO t VALUES (0, 0, 0, x'89504e47'); CREATE INDEX ti ON t (z, x, y);
    WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 1000) INSERT INTO a SELECT 1, i FROM c;
    CREATE VIEW tiles AS SELECT z zoom_level, x tile_column, y tile_row, (SELECT count(*) FROM a p, a q, a r
    WHERE p.k = t.z + 1 AND q.k = p.k AND r.k = q.k AND p.v + q.v + r.v < 0) || d tile_data FROM t;`,
}

/** Asks for the health again and again until disposed of. */
class HealthProbe implements AsyncDisposable {
  readonly #end = new AbortController()
  readonly #running: Promise<void>
  longestMs = 0

  constructor(url: string) {
    this.#running = this.#run(url)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#end.abort()
    await this.#running
  }

  async #run(url: string): Promise<void> {
    while (!this.#end.signal.aborted) {
      const askedAt = performance.now()
      await (await fetch(`${url}/health`)).arrayBuffer()
      this.longestMs = Math.max(this.longestMs, performance.now() - askedAt)
    }
  }
}

for (const [name, sql] of Object.entries(bombs))
  test(`a chart that is a program is refused, and the server keeps answering: ${name}`, limit, async () => {
    await using made = await temporaryFolder()
    const file = join(made.path, 'bomb.mbtiles')
    {
      using database = new DatabaseSync(file)
      database.exec(sql)
    }
    await using server = await startCli()
    await using data = await temporaryFolder()
    await mkdir(join(data.path, 'charts'))
    await copyFile(file, join(data.path, 'charts', 'bomb.mbtiles'))
    await using other = await startCli({ folder: data.path })
    await using probe = new HealthProbe(server.url)
    await using otherProbe = new HealthProbe(other.url)

    const body = new Uint8Array(await readFile(file))
    const headers = { 'content-type': 'application/octet-stream' }
    const answer = await fetch(`${server.url}${api}?name=bomb&format=mbtiles`, {
      method: 'POST',
      headers,
      body,
    })
    assert.deepEqual([answer.status, ((await answer.json()) as Problem).code], [400, 'invalid-value'])
    assert.deepEqual(await (await fetch(`${server.url}${api}`)).json(), [])

    const [listed] = (await (await fetch(`${other.url}${api}`)).json()) as ChartList
    assert.ok(listed !== undefined && 'problem' in listed, JSON.stringify(listed))
    assert.match(listed.problem, /computed by the file/)
    assert.equal((await fetch(`${other.url}${api}/bomb/0/0/0`)).status, 404)
    const longestMs = Math.max(probe.longestMs, otherProbe.longestMs)
    assert.ok(longestMs < timeLimit(healthMs), `an answer of /health took ${longestMs.toFixed(0)} ms`)
  })
