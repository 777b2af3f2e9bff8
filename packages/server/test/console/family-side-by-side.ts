import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { answered, askBoat, claimBoat, claimCodeOf, owner } from '@marinedata/testing/boats/crew'
import { familyCases, familyMessageCases, type FamilyCase } from '../family-cases.ts'
import { startBoat } from '@marinedata/testing/boats/start-boat'
import { differences } from './family-differences.ts'
import { installReference, startReference } from './family-reference.ts'

const vessel = { name: 'Aava', mmsi: '230000001' } as const
const aton = 'atons.urn:mrn:imo:mmsi:992301234'
const position = { path: 'navigation.position', value: { latitude: 60, longitude: 24 } }

const login = { username: owner.name, password: owner.passphrase } as const

type Request = Pick<FamilyCase, 'ask' | 'body'>

/** What one server answers: a status and the names of the members, or what came on the stream. */
type Answer = string

/** Headers with a token of the person who has just signed in; none on an open boat. */
type Headers = Readonly<Record<string, string>>

/** One of the two servers. */
interface Server {
  readonly url: string
  /** Called for every request, because one of them signs out. */
  readonly signIn: () => Promise<Headers>
}

const openServer = (url: string): Server => ({ url, signIn: () => Promise.resolve({}) })

const closedServer = (url: string): Server => ({
  url,
  signIn: async () => {
    const { token } = await answered<{ readonly token: string }>(
      askBoat(url, 'POST /signalk/v1/auth/login', { body: login }),
    )
    return { authorization: `JWT ${token}` }
  },
})

const opened = async ({ url, signIn }: Server): Promise<WebSocket> => {
  const address = `${url.replace('http', 'ws')}/signalk/v1/stream?subscribe=none`
  const socket = new WebSocket(address, { headers: await signIn() })
  await once(socket, 'open')
  return socket
}

/** Tells the server a position again and again, so that subscriptions have something to send. */
const tell = async (url: string): Promise<Disposable> => {
  const socket = await opened(openServer(url))
  let count = 0
  const send = (): void => {
    count++
    const speed = { path: 'navigation.speedOverGround', value: count % 7 }
    socket.send(JSON.stringify({ context: 'vessels.self', updates: [{ values: [position, speed] }] }))
    socket.send(JSON.stringify({ context: aton, updates: [{ values: [position] }] }))
  }
  send()
  const timer = setInterval(send, 200)
  return {
    [Symbol.dispose]: () => {
      clearInterval(timer)
      socket.terminate()
    },
  }
}

/** Member names that both servers use. The keys of a map by id differ, so only the content of such a map is compared. */
const membersOf = (text: string): string => {
  try {
    const body: unknown = JSON.parse(text)
    if (Array.isArray(body)) return '[]'
    if (typeof body !== 'object' || body === null) return typeof body
    return Object.keys(body)
      .map((name) => name.replace(/^[0-9a-f-]{36}$/, 'ID').replace(/^vessels\.urn.*|^urn:.*/, 'URN'))
      .toSorted()
      .join(' ')
  } catch {
    return ''
  }
}

/** Some requests that the reference does not know are never answered. */
const answerMs = 5_000

const requestOf = async ({ url, signIn }: Server, { ask, body }: Request): Promise<Answer> => {
  const headers = await signIn()
  const late = sleep(answerMs, undefined, { ref: false })
  const answer = await Promise.race([askBoat(url, ask, { body, headers }), late])
  if (answer === undefined) return 'no answer'
  const { status, text } = answer
  return `${status} ${status < 300 ? membersOf(text) : ''}`.trim()
}

/** Long enough for a server that answers; a server that says nothing cannot be waited for otherwise. */
const silenceMs = 1_500

const messageOf = async (server: Server, message: object): Promise<Answer> => {
  const socket = await opened(server)
  const requestId = crypto.randomUUID()
  const statuses: number[] = []
  let hasDeltas = false
  socket.on('message', (data: Buffer) => {
    const sent = JSON.parse(data.toString()) as { requestId?: string; statusCode?: number; updates?: unknown }
    if (sent.requestId === requestId && sent.statusCode !== undefined) statuses.push(sent.statusCode)
    hasDeltas ||= sent.updates !== undefined
  })
  socket.send(JSON.stringify({ ...message, requestId }))
  await sleep(silenceMs)
  socket.terminate()
  const reply = statuses.at(-1)
  return [reply === undefined ? 'no reply' : `reply ${reply}`, ...(hasDeltas ? ['values'] : [])].join(', ')
}

interface Row {
  readonly ask: string
  readonly theirs: Answer
  readonly ours: Answer
  readonly reason: string | undefined
}

/** Compares two answers, and prints them. */
const rowOf = (ask: string, theirs: Answer, ours: Answer): Row => {
  const reason = theirs === ours ? undefined : differences.find(([pattern]) => pattern.test(ask))?.[1]
  const row = { ask, theirs, ours, reason }
  console.log(JSON.stringify(row))
  return row
}

interface Pair {
  readonly theirs: Server
  readonly ours: Server
}

const compare = async (
  { theirs, ours }: Pair,
  requests: readonly Request[],
  messages: readonly object[],
): Promise<Row[]> => {
  const rows: Row[] = []
  for (const request of requests)
    rows.push(rowOf(request.ask, await requestOf(theirs, request), await requestOf(ours, request)))
  for (const message of messages) {
    const [their, our] = await Promise.all([messageOf(theirs, message), messageOf(ours, message)])
    rows.push(rowOf(`stream ${JSON.stringify(message)}`, their, our))
  }
  return rows
}

const settings = { family: true, ...vessel, announce: { mdns: false, plotters: false } } as const

/** What a server without security does not have. */
const needsSecurity = ({ ask }: Request): boolean =>
  /\/applicationData\/|\/auth\/|\/access\/requests|loginStatus/.test(ask)

const isSigningIn = (message: object): boolean => 'login' in message || 'accessRequest' in message

const messagesOf = (isWanted: (message: object) => boolean): readonly object[] =>
  familyMessageCases.map(({ message }) => message).filter(isWanted)

const compareOpen = async (program: string): Promise<Row[]> => {
  await using theirs = await startReference(program, vessel)
  await using ours = await startBoat({ settings })
  using _theirTeller = await tell(theirs.url)
  using _ourTeller = await tell(ours.url)
  return await compare(
    { theirs: openServer(theirs.url), ours: openServer(ours.url) },
    familyCases.filter((request) => !needsSecurity(request)),
    messagesOf((message) => !isSigningIn(message)),
  )
}

/** Both servers have the same person, who is signed in. */
const compareClosed = async (program: string): Promise<Row[]> => {
  await using theirs = await startReference(program, { ...vessel, admin: owner })
  await using ours = await startBoat({ settings, isOpen: false })
  await claimBoat(ours.url, await claimCodeOf(ours.folder))
  const requests = familyCases
    .filter(needsSecurity)
    .map((request) => (request.ask.endsWith('/auth/login') ? { ...request, body: login } : request))
  const messages = messagesOf(isSigningIn).map((message) => ('login' in message ? { login } : message))
  const pair = { theirs: closedServer(theirs.url), ours: closedServer(ours.url) }
  return await compare(pair, requests, messages)
}

/**
 * Sends every request and message of the table to signalk-server and to the boat, and prints one JSON line for each.
 * Fails on an answer that differs without a reason, and on a reason that no answer needs.
 */
export const runSideBySide = async (): Promise<boolean> => {
  await using program = await installReference()
  const rows = [...(await compareOpen(program.path)), ...(await compareClosed(program.path))]
  const differing = rows.filter((row) => row.theirs !== row.ours)
  const unexplained = differing.filter(({ reason }) => reason === undefined)
  const used = new Set(differing.map(({ reason }) => reason))
  const unused = differences.map(([, reason]) => reason).filter((reason) => !used.has(reason))
  const summary = {
    rows: rows.length,
    alike: rows.length - differing.length,
    differing: differing.length,
    unexplained: unexplained.length,
    unused,
  }
  const pass = unexplained.length === 0 && unused.length === 0
  console.log(JSON.stringify({ app: 'side-by-side', pass, ...summary }))
  return pass
}
