import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { courseApi, routesApi, waypointsApi } from './course-asking.ts'
import { DocumentedPage, servedRequests } from './documented-page.ts'
import { exchange } from '@marinedata/testing/exchange'
import { startCli } from '@marinedata/testing/boats/start-cli'
import { until } from '@marinedata/testing/until'

const limit = { timeout: 300_000 }
const page = await DocumentedPage.read('course.md')
const bases = { RT: routesApi, WP: waypointsApi, CO: courseApi } as const

/** The requests in a text, as method and path. */
const requestsIn = (text: string): string[] =>
  [...text.matchAll(/curl -s(?: -X (\w+))? \$(RT|WP|CO)([^\s)]*)/g)].map(
    ([, method = 'GET', base, path = '']) =>
      // The pattern matches only the keys of `bases`.
      `${method} ${bases[base as keyof typeof bases]}${path.replace(/\$ID|\$PLACE|rhumb-line/, '{id}')}`,
  )

suite('docs/course.md', () => {
  test('every command prints the output on the page', limit, async () => {
    const names = Object.entries(bases).map(([name, base]) => `${name}=http://127.0.0.1:3000${base}`)
    page.assertBegins('npm start -- demo', names.join('\n'))
    await using boat = await startCli({ isOpen: false, words: ['demo'] })
    await until(
      () => exchange(boat.url, '/marinedata/v1/api/vessels/self/navigation/position'),
      ({ status }) => status === 200,
    )
    await page.assertPrints(boat.url)
  })

  test('the page requests every endpoint at least once', async () => {
    const wanted = (await servedRequests()).filter((request) =>
      Object.values(bases).some((base) => request.includes(base)),
    )
    assert.equal(wanted.length, 18)
    page.assertAsks(wanted, requestsIn)
  })

  test('each code has the status on the page', () => {
    assert.equal(page.assertCodes().length, 7)
  })
})
