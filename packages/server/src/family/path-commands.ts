import { type Visitor, actorOf } from '../gate.ts'
import type { AutopilotRequester, PilotRequest } from '@marinedata/core'
import {
  checkOf,
  ControlValue,
  MarineDataError,
  problems,
  radiansOf,
  Type,
  type Actor,
  type Radians,
  type Scope,
} from '@marinedata/model'
import { route, type Route } from '../http/route.ts'
import type { SetControl } from '../http/routes/control-routes.ts'
import { requestAddress, type FamilyReply, type FamilyRequests } from './family-requests.ts'
import { familyWord } from './family-names.ts'

export interface PathCommandsOptions {
  /** Own ship's context. */
  readonly self: string
  readonly steer: (id: string, request: PilotRequest, requester: AutopilotRequester) => Promise<unknown>
  /** Values that can be set, such as switches. */
  readonly controls: { readonly has: (path: string) => boolean; readonly set: SetControl }
  readonly authorise: (visitor: Visitor, scope: Scope) => void
  readonly requests: FamilyRequests
}

/** A request of an app to put a value at a path. */
export interface PathPut {
  readonly context: string
  readonly path: string
  readonly value: unknown
  /** The device that it is for; the default one when absent. */
  readonly source?: string
  /** Chosen by the app; generated when absent. */
  readonly requestId?: string
}

const controlValue = checkOf<ControlValue>(ControlValue)

/** Commands that are waited for at the same time. */
const mostPending = 16

const wrong = (what: string): MarineDataError =>
  new MarineDataError('invalid-value', `The value must be ${what}`)

const text = (value: unknown): string => {
  if (typeof value === 'string') return value
  throw wrong('a text')
}

const angle = (value: unknown): Radians => {
  if (typeof value === 'number' && Number.isFinite(value)) return radiansOf({ value })
  throw wrong('a number of radians')
}

const direction = (value: unknown): 'port' | 'starboard' => {
  if (value === 'port' || value === 'starboard') return value
  throw wrong('"port" or "starboard"')
}

const onOff = (value: unknown): PilotRequest => {
  if (typeof value !== 'boolean') throw wrong('true or false')
  return value ? { kind: 'engage' } : { kind: 'disengage' }
}

/** Paths that mean a command. A command never writes the tree, so that no other path can be put. */
const requestByPath: Readonly<Record<string, (value: unknown) => PilotRequest>> = {
  'steering.autopilot.state': (value) => ({ kind: 'state', state: text(value) }),
  'steering.autopilot.mode': (value) => ({ kind: 'mode', mode: text(value) }),
  'steering.autopilot.engaged': onOff,
  'steering.autopilot.target': (value) => ({ kind: 'target', target: angle(value) }),
  'steering.autopilot.actions.adjustHeading': (value) => ({ kind: 'adjust', by: angle(value) }),
  'steering.autopilot.actions.tack': (value) => ({ kind: 'tack', direction: direction(value) }),
  'steering.autopilot.actions.gybe': (value) => ({ kind: 'gybe', direction: direction(value) }),
}

/** The paths by which the autopilot is commanded. */
export const steeringPaths: readonly string[] = Object.keys(requestByPath)

/** Runs what apps put at paths, and remembers the answers. */
export class PathCommands {
  readonly #options: PathCommandsOptions
  #pending = 0

  constructor(options: PathCommandsOptions) {
    this.#options = options
  }

  /** The immediate answer: the command is running. */
  pending(requestId: string): FamilyReply {
    return { requestId, state: 'PENDING', statusCode: 202, href: requestAddress(requestId) }
  }

  /** Whether the path means a command at all. */
  isCommand({ context, path }: PathPut): boolean {
    const isOwn = ['vessels.self', 'self', this.#options.self].includes(context)
    return isOwn && (Object.hasOwn(requestByPath, path) || this.#options.controls.has(path))
  }

  /** Runs the command. The answer tells how it ended, and is found under its id for a while. */
  async run(put: PathPut, visitor: Visitor, actor: Actor): Promise<FamilyReply> {
    const { requests } = this.#options
    const id = requests.newId()
    const requestId = put.requestId ?? id
    const known = { requestId, state: 'COMPLETED', href: requestAddress(id) } as const
    const answer = await this.#execute(put, visitor, actor).then(
      () => ({ ...known, statusCode: 200, message: 'OK' }),
      (error: unknown) => {
        if (!(error instanceof MarineDataError)) throw error
        return { ...known, statusCode: problems[error.code].status, message: error.message }
      },
    )
    requests.addCommand(id, answer)
    return answer
  }

  async #execute(put: PathPut, visitor: Visitor, actor: Actor): Promise<void> {
    const { steer, authorise } = this.#options
    if (!this.isCommand(put))
      throw new MarineDataError('method-not-allowed', `PUT is not supported for ${put.path}`)
    const requestOf = Object.hasOwn(requestByPath, put.path) ? requestByPath[put.path] : undefined
    if (requestOf === undefined) return await this.#setControl(put, visitor, actor)
    authorise(visitor, 'autopilot.command')
    const request = requestOf(put.value)
    const requester = { actor, lease: undefined, idempotencyKey: undefined }
    // Disengaging is never refused.
    await this.#limited(
      () => steer(put.source ?? '_default', request, requester),
      request.kind === 'disengage',
    )
  }

  async #setControl({ path, value }: PathPut, visitor: Visitor, actor: Actor): Promise<void> {
    const { authorise, controls } = this.#options
    authorise(visitor, 'control.command')
    if (!controlValue.accepts(value)) throw wrong('true, false, a number or a text')
    const requester = { actor, idempotencyKey: undefined }
    await this.#limited(() => controls.set({ path, value }, visitor.principal, requester))
  }

  async #limited(run: () => Promise<unknown>, isUrgent = false): Promise<void> {
    if (this.#pending >= mostPending && !isUrgent)
      throw new MarineDataError('busy', 'Too many commands are under way')
    this.#pending++
    try {
      await run()
    } finally {
      this.#pending--
    }
  }
}

const PutBody = Type.Object(
  { value: Type.Unknown(), source: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })) },
  { $id: 'FamilyPut', additionalProperties: false },
)

/** `PUT` on a path of the tree. */
export const putRoutes = (commands: PathCommands): Route[] => [
  route({
    method: 'PUT',
    path: `/${familyWord}/v1/api/vessels/:vessel/*`,
    scope: 'read',
    operationId: 'family_put',
    summary: 'Commands a device by a path; 405 for paths that mean no command',
    params: Type.Object({ vessel: Type.String({ minLength: 1 }), '*': Type.String() }),
    body: PutBody,
    responses: { 200: { description: 'How it ended' } },
    problems: ['invalid-body'],
    handle: async (request, reply) => {
      const { vessel, '*': rest } = request.params
      const { value, source } = request.body
      const put = {
        context: `vessels.${vessel}`,
        path: rest.split('/').join('.'),
        value,
        ...(source !== undefined && { source }),
      }
      const answer = await commands.run(put, request.visitor, actorOf(request))
      return await reply.code(answer.statusCode).send(answer)
    },
  }),
]
