import { setTimeout as sleep } from 'node:timers/promises'
import type { Crew } from '@marinedata/testing/boats/crew'
import { pilots } from '@marinedata/testing/boats/pilot-boat'
import { changingOperations, type Operation, type ShoreVisitor } from './shore-visitor.ts'

/** What people ashore can do while someone aboard permits it, and after that. */
export interface ShoreSessionFound {
  /** Operations that a session permits, and those of them that were refused nevertheless. */
  readonly permitted: number
  readonly refusedInSession: readonly string[]
  /** Operations that no session permits, and were not refused. */
  readonly obeyedInSession: readonly string[]
  /** What went wrong. */
  readonly faults: readonly string[]
  /** What the audit says about sessions, the oldest first. */
  readonly audited: readonly string[]
}

export interface ShoreSessionParts {
  readonly crew: Crew
  /** As the owner. */
  readonly visitor: () => ShoreVisitor
  /** Cuts the connection of the boat to its fleet, and waits until it is there again. */
  readonly cutLink: () => Promise<void>
}

const session = '/marinedata/v2/api/access/shore-session'
const permittedScopes = new Set([
  'alerts.ack',
  'anchor.command',
  'autopilot.command',
  'control.command',
  'course.command',
])
const manoeuvres = new Set(['tack', 'gybe', 'beginDodge', 'dodge'])
const patienceMs = 60_000
const expected = [
  'shore-session-opened',
  'shore-session-closed',
  'shore-session-opened',
  'shore-session-expired',
  'shore-session-opened',
  'shore-session-link-lost',
]

const isOpen = async (crew: Crew): Promise<boolean> =>
  (await crew.must<{ readonly open: boolean }>(`GET ${session}`)).open

const untilClosed = async (crew: Crew): Promise<void> => {
  const deadline = performance.now() + patienceMs
  while (await isOpen(crew)) {
    if (performance.now() > deadline) throw new Error('The session stays open')
    await sleep(50)
  }
}

const untilOnline = async (crew: Crew): Promise<void> => {
  const deadline = performance.now() + patienceMs
  while (!(await crew.ask('owner', `GET ${pilots}/main`)).text.includes('"online":true')) {
    if (performance.now() > deadline) throw new Error('There is no autopilot')
    await sleep(100)
  }
}

/** Commands with an effect: the target of an engaged autopilot changes, a manoeuvre does not start. */
const steer = async (visitor: ShoreVisitor, statuses: readonly number[]): Promise<string[]> => {
  const turn = { body: JSON.stringify({ value: 5, units: 'deg' }) }
  const asked: readonly [string, string, { readonly body?: string }][] = [
    ['PUT', 'main/target/adjust', turn],
    ['POST', 'main/tack/port', {}],
    ['PUT', 'main/dodge', turn],
    ['POST', 'main/disengage', {}],
  ]
  const faults: string[] = []
  for (const [index, [method, path, options]] of asked.entries()) {
    const { status, text } = await visitor.ask(method, `${pilots}/${path}`, options)
    if (status !== statuses[index]) faults.push(`${method} ${path}: ${status} ${text.slice(0, 200)}`)
  }
  return faults
}

const inSession = { permitted: [200, 403, 403, 200], refused: [403, 403, 403, 403] } as const

const isPermitted = ({ scope, operationId }: Operation): boolean =>
  permittedScopes.has(scope) && !manoeuvres.has(operationId)

/** Whether people ashore could do what a session permits, and nothing else. */
export const isRight = ({
  permitted,
  refusedInSession,
  obeyedInSession,
  faults,
}: ShoreSessionFound): boolean =>
  permitted > 0 && refusedInSession.length + obeyedInSession.length + faults.length === 0

/** Asks for every operation. Closing the session is one of them: it is left out. */
const trialOfOperations = async (
  visitor: ShoreVisitor,
): Promise<Pick<ShoreSessionFound, 'permitted' | 'refusedInSession' | 'obeyedInSession'>> => {
  const operations = changingOperations().filter(({ operationId }) => operationId !== 'closeShoreSession')
  const [refusedInSession, obeyedInSession]: [string[], string[]] = [[], []]
  for (const operation of operations) {
    const { method, path, operationId, scope } = operation
    const { status } = await visitor.ask(method, path, method === 'GET' ? {} : { body: '{}' })
    if (isPermitted(operation) && status === 403) refusedInSession.push(operationId)
    if (!permittedScopes.has(scope) && status !== 403) obeyedInSession.push(operationId)
  }
  return { permitted: operations.filter(isPermitted).length, refusedInSession, obeyedInSession }
}

/** Someone aboard permits commands from ashore; then the session is closed, expires, and the link is lost. */
export const trialOfShoreSession = async ({
  crew,
  visitor: newVisitor,
  cutLink,
}: ShoreSessionParts): Promise<ShoreSessionFound> => {
  await untilOnline(crew)
  const visitor = newVisitor()
  let stream = await visitor.stream()
  const engage = async (): Promise<unknown> => await crew.must(`POST ${pilots}/main/engage`)
  const open = async (body = {}): Promise<unknown> => await crew.must(`POST ${session}`, body)
  const faults: string[] = []

  await engage()
  faults.push(...(await steer(visitor, inSession.refused)))
  await open()
  faults.push(...(await steer(visitor, inSession.permitted)))
  const operations = await trialOfOperations(visitor)

  await engage()
  await crew.must(`DELETE ${session}`)
  faults.push(...(await steer(visitor, inSession.refused)))

  await open({ seconds: 1 })
  await untilClosed(crew)
  faults.push(...(await steer(visitor, inSession.refused)))

  await open()
  if (!(await isOpen(crew))) faults.push('the session is not open before the link is lost')
  await cutLink()
  await untilClosed(crew)
  const again = newVisitor()
  stream.socket.terminate()
  stream = await again.stream()
  faults.push(...(await steer(again, inSession.refused)))
  stream.socket.terminate()

  const entries = await crew.must<readonly { readonly operation?: string }[]>(
    'GET /marinedata/v2/api/access/audit?limit=500',
  )
  const audited = entries
    .flatMap(({ operation = '' }) => (operation.startsWith('shore-session') ? [operation] : []))
    .toReversed()
  if (audited.join() !== expected.join()) faults.push(`audit: ${audited.join(', ')}`)
  return { ...operations, faults, audited }
}
