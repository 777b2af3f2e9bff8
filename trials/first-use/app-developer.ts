import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eventually, Requests, type Journey } from './journey.ts'

const name = 'my-instruments'
const patienceMs = 60_000

interface OpenApi {
  readonly components: { readonly securitySchemes: object }
  readonly servers: readonly unknown[]
}

/** Approves the digits that the app prints, as the owner does on the console. */
const approve = async (boat: Requests, output: string): Promise<void> => {
  const digits = await eventually('the digits of the app', async () =>
    existsSync(output) ? /: (\d{6})$/m.exec(readFileSync(output, 'utf8'))?.[1] : undefined,
  )
  const [pairing] = await boat.json<{ readonly id: string }[]>('GET', 'access/pairings')
  await boat.json('POST', `access/pairings/${pairing?.id}/approve`, { digits, role: 'helm' })
}

/** Sends one delta, and resolves with the answer. */
const answerTo = (address: string, values: readonly object[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://${address}/marinedata/v1/stream?subscribe=none`)
    const timer = setTimeout(() => reject(new Error('The stream does not answer')), patienceMs)
    socket.addEventListener('open', () =>
      socket.send(JSON.stringify({ requestId: 'trial', updates: [{ values }] })),
    )
    socket.addEventListener('error', () => reject(new Error('The stream cannot be opened')))
    socket.addEventListener('message', ({ data }) => {
      if (!String(data).includes('"trial"')) return
      clearTimeout(timer)
      socket.close()
      resolve(String(data))
    })
  })

const tryStream = async (journey: Journey, address: string): Promise<void> => {
  const degrees = await answerTo(address, [{ path: 'navigation.courseOverGroundTrue', value: 270 }])
  const text = await answerTo(address, [{ path: 'environment.depth.belowTransducer', value: '12' }])
  journey.isGone(
    '7 degrees for radians, texts for numbers',
    /"statusCode":400.*degrees/.test(degrees) && /"statusCode":400.*number/.test(text),
    `${degrees} ${text}`,
  )
  const taken = await answerTo(address, [{ path: 'environment.depth.belowTransducer', value: 12 }])
  journey.isGone('answer to a delta', taken.includes('"statusCode":200'), taken)
}

const tryDocuments = async (journey: Journey, boat: Requests): Promise<void> => {
  const openapi = await boat.json<OpenApi>('GET', 'openapi.json')
  const hasSecurity = Object.keys(openapi.components.securitySchemes).length > 0 && openapi.servers.length > 0
  journey.isGone('20 security in the OpenAPI document', hasSecurity, JSON.stringify(openapi.servers))
  const asyncapi = await boat.json<{ readonly asyncapi: string }>('GET', 'asyncapi.json')
  journey.isGone('21 AsyncAPI document', asyncapi.asyncapi.startsWith('3.'), asyncapi.asyncapi)
  const family = await boat.send('GET', '/signalk')
  journey.isGone('22 hint for Signal K', family.text.includes('/guide/family.html'), family.text)
  const stream = await boat.send('GET', '/marinedata/v1/stream')
  journey.isGone('answer of the stream without a WebSocket', stream.status === 426, stream.text)
  const past = 'history/values?paths=navigation.speedOverGround&duration=PT1M'
  const values = await eventually('recorded values', async () => {
    const { status, text } = await boat.send('GET', past)
    return status === 200 && text.includes('"data":[[') ? text : undefined
  })
  journey.isGone('9 history', values.length > 0, values)
}

/** A misspelt path does not compile. */
const tryTypes = async (journey: Journey): Promise<void> => {
  const { folder } = journey.terminal
  const readme = join(folder, 'node_modules/@marinedata/client/README.md')
  const wrong = join(folder, 'src/misspelt.ts')
  writeFileSync(
    wrong,
    "import { Boat } from '@marinedata/client'\nawait new Boat({ url: 'http://a' }).value('navigation.speedOverGrund')\n",
  )
  const said = await journey.terminal.run('! npx --no-install tsc 2>&1')
  journey.isGone(
    '19 types and README of the client',
    existsSync(readme) && said.includes('speedOverGrund'),
    said,
  )
}

/** From `npm create` to an app that steers a boat. */
export const tryAppDeveloper = async (journey: Journey): Promise<void> => {
  const { terminal } = journey
  await journey.type(`npm create --yes marinedata-app ${name}`)
  await journey.type(`cd ${name} && npm install`)
  await journey.type('npm test')
  journey.typed.push('npm run demo')
  const { address } = await terminal.serve('npm run --silent demo -- --port 0 2>/dev/null')
  const boat = new Requests(address)
  await eventually('the autopilot', async () => {
    const { status } = await boat.send('POST', 'vessels/self/autopilots/_default/engage')
    return status === 200 ? true : undefined
  })
  const output = join(terminal.folder, 'output.txt')
  const approved = approve(boat, output)
  await journey.type(`npm start --silent -- turn http://${address} 10 > output.txt`)
  await approved
  const printed = readFileSync(output, 'utf8')
  journey.isGone('17 pairing of programs', printed.includes('turned by 10°'), printed)
  await tryStream(journey, address)
  await tryDocuments(journey, boat)
  await tryTypes(journey)
}
