import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { accessApi, answered, askBoat, Crew, owner } from '@marinedata/testing/boats/crew'

const limit = { timeout: 60_000 }

suite('cookies that a page of another port has set', () => {
  let crew: Crew
  let session = ''

  before(async () => {
    crew = await Crew.start()
    const signedIn = await crew.ask('nobody', `POST ${accessApi}/sign-in`, { body: owner })
    session = signedIn.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
  })
  after(() => crew[Symbol.asyncDispose]())

  test('with the name of the session sign nobody out', limit, async () => {
    const forged = `marinedata-session=mdt_${'A'.repeat(43)}`
    const headers = { cookie: [forged, forged, session, forged].join('; ') }
    const me = await answered<{ name: string | null }>(askBoat(crew.url, `GET ${accessApi}/me`, { headers }))
    assert.equal(me.name, owner.name)
    const alone = { cookie: forged }
    const stranger = await answered<{ name: string | null }>(
      askBoat(crew.url, `GET ${accessApi}/me`, { headers: alone }),
    )
    assert.equal(stranger.name, null)
  })

  test('are removed by the answer when there are so many that every request is too long', limit, async () => {
    const jar = new Map(Array.from({ length: 30 }, (_, index) => [`b${index}`, 'x'.repeat(3_500)]))
    const statuses: number[] = []
    while (statuses.at(-1) !== 200 && statuses.length < 6) {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
      const { status, headers } = await askBoat(
        crew.url,
        `GET ${accessApi}/me`,
        cookie === '' ? {} : { headers: { cookie } },
      )
      statuses.push(status)
      for (const line of headers['set-cookie'] ?? []) {
        const [, name = ''] = /^([^=]+)=; Max-Age=0; Path=\/$/.exec(line) ?? []
        jar.delete(name)
      }
    }
    assert.equal(statuses[0], 431)
    assert.equal(statuses.at(-1), 200, `${statuses.join(' ')}, ${jar.size} cookies are left`)
  })
})
