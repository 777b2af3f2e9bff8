import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { mistakesPage } from './mistakes-page.ts'
import { messageMistakes, requestMistakes, type RequestMistake } from './common-mistakes.ts'
import { Crew } from '@marinedata/testing/boats/crew'
import { exchange, type Exchange } from '@marinedata/testing/exchange'
import { PilotBoat } from '@marinedata/testing/boats/pilot-boat'
import { isAsPrinted } from './printed-page.ts'
import { StreamListener } from '@marinedata/testing/stream-listener'

const limit = { timeout: 300_000 }

const send = async (
  { ask, body, headers }: RequestMistake,
  { url, token }: { readonly url: string; readonly token: string | undefined },
): Promise<Exchange> => {
  const [method = '', path = ''] = ask.split(' ')
  const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body)
  return await exchange(url, path.startsWith('/') ? path : `/marinedata/v2/api/${path}`, {
    method,
    headers: {
      ...(text !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(text !== undefined && { body: text }),
  })
}

test('41 common mistakes get the answer that a developer needs', limit, async () => {
  assert.equal(requestMistakes.length + messageMistakes.length, 41)
  await using boat = await PilotBoat.start()
  await using crew = await Crew.start()
  const wrong: string[] = []
  const judge = (mistake: string, answer: object, wanted: { readonly answer: string }): void => {
    const { status, code, detail = '' } = answer as { status?: number; code?: string; detail?: string }
    const expected = { status: 400, ...wanted } as { status: number; code: string; answer: string }
    if (status !== expected.status || code !== expected.code || !isAsPrinted(detail, expected.answer))
      wrong.push(`${mistake}: ${status} ${code} ${detail}`)
  }
  for (const mistake of requestMistakes) {
    const place =
      mistake.as === undefined
        ? { url: boat.url, token: undefined }
        : { url: crew.url, token: crew.tokens[mistake.as] }
    judge(mistake.mistake, JSON.parse((await send(mistake, place)).text) as object, mistake)
  }
  await using stream = await StreamListener.open(boat.url, '?subscribe=none')
  for (const mistake of messageMistakes)
    judge(mistake.mistake, await stream.ask(mistake.message), { ...mistake })
  assert.deepEqual(wrong, [])
})

test('docs/common-mistakes.md shows this table', async () => {
  const file = join(import.meta.dirname, '../../../docs/common-mistakes.md')
  assert.equal(await readFile(file, 'utf8'), mistakesPage())
})
