import {
  checkOf,
  InvitationRequest,
  TokenRequest,
  type Fault,
  type InvitationRequest as Invitation,
  type TokenRequest as Token,
} from '@marinedata/model'
import { parseArgs } from 'node:util'

/** What `marinedata access` is asked to do. */
export type AccessVerb =
  | { readonly verb: 'list' | 'claim' | 'recover' }
  | { readonly verb: 'invite'; readonly request: Invitation }
  | { readonly verb: 'token'; readonly request: Token }
  | { readonly verb: 'revoke'; readonly subject: string }
  | { readonly verb: 'audit'; readonly limit: number; readonly isCheck: boolean }

export type AccessCommand = AccessVerb & {
  readonly kind: 'access'
  readonly folder: string | undefined
}

interface Misused {
  readonly kind: 'misused'
  readonly reason: string
}

export const accessUsage = `Who may come aboard; each works on the data folder, beside a running server:
  marinedata access list                          people, tokens and sessions, with their last use
  marinedata access invite --role ROLE [--days N] make a link with which one person can join
  marinedata access token create NAME --role ROLE [--paths A,B] [--days N]
                                                  make a token for a program, and print it; a device is told which
                                                  paths it may write
  marinedata access revoke ID|NAME                end a token or session, or remove a person
  marinedata access recover                       make a link for an owner who forgot the pass-phrase
  marinedata access claim                         print the link with which the first owner is made
  marinedata access audit [--limit N] [--check]   what was done, newest first; or whether that log is whole
  ROLE is viewer, crew, helm, owner, or for tokens device.
`

const options = {
  data: { type: 'string' },
  role: { type: 'string' },
  paths: { type: 'string' },
  days: { type: 'string' },
  limit: { type: 'string' },
  check: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

type Values = ReturnType<typeof parsed>['values']
const parsed = (args: readonly string[]) => parseArgs({ args: [...args], options, allowPositionals: true })

const misused = (reason: string): Misused => ({ kind: 'misused', reason })

/** Which options each verb heeds, besides `--data`; any other is a mistake. */
const heeded: Readonly<Record<AccessVerb['verb'], readonly (keyof Values)[]>> = {
  list: [],
  claim: [],
  recover: [],
  revoke: [],
  invite: ['role', 'days'],
  token: ['role', 'paths', 'days'],
  audit: ['limit', 'check'],
}

const isVerb = (word: string): word is AccessVerb['verb'] => Object.hasOwn(heeded, word)

const invitations = checkOf<Invitation>(InvitationRequest)
const tokens = checkOf<Token>(TokenRequest)
const auditLimit = { usual: 20, most: 100_000 }

/** The words after `access`. */
export const parseAccess = (args: readonly string[]): AccessCommand | Misused | { readonly kind: 'help' } => {
  const { values, positionals } = parsed(args)
  if (values.help === true) return { kind: 'help' }
  const [word = '', ...rest] = positionals
  if (!isVerb(word)) return misused(`access takes ${Object.keys(heeded).join(', ')}, not "${word}"`)
  const stray = Object.keys(values).find(
    (name) => name !== 'data' && !heeded[word].some((one) => one === name),
  )
  if (stray !== undefined) return misused(`access ${word} takes no --${stray}`)
  const verb = verbOf(word, rest, values)
  return 'reason' in verb ? verb : { kind: 'access', folder: values.data, ...verb }
}

const verbOf = (word: AccessVerb['verb'], rest: readonly string[], values: Values): AccessVerb | Misused => {
  switch (word) {
    case 'token':
      return tokenVerb(rest, values)
    case 'revoke': {
      const [subject, ...more] = rest
      return subject === undefined || more.length > 0
        ? misused('access revoke takes one id or name')
        : { verb: word, subject }
    }
    default:
      if (rest.length > 0) return misused(`access ${word} takes no "${rest[0]}"`)
      return plainVerb(word, values)
  }
}

const plainVerb = (
  word: Exclude<AccessVerb['verb'], 'token' | 'revoke'>,
  values: Values,
): AccessVerb | Misused => {
  if (word === 'invite') return inviteVerb(values)
  return word === 'audit' ? auditVerb(values) : { verb: word }
}

const inviteVerb = ({ role, days }: Values): AccessVerb | Misused => {
  const request: unknown = { role, ...(days !== undefined && { days: Number(days) }) }
  return invitations.accepts(request) ? { verb: 'invite', request } : faulty(invitations.faults(request))
}

const tokenVerb = ([deed, name, ...more]: readonly string[], values: Values): AccessVerb | Misused => {
  if (deed !== 'create' || name === undefined || more.length > 0)
    return misused('access token takes create and one name')
  const { role, paths, days } = values
  const request: unknown = {
    name,
    role,
    ...(paths !== undefined && { paths: paths.split(',') }),
    ...(days !== undefined && { days: Number(days) }),
  }
  return tokens.accepts(request) ? { verb: 'token', request } : faulty(tokens.faults(request))
}

const auditVerb = ({ limit, check }: Values): AccessVerb | Misused => {
  if (
    limit !== undefined &&
    (!/^[0-9]{1,6}$/.test(limit) || Number(limit) < 1 || Number(limit) > auditLimit.most)
  )
    return misused(`--limit takes a number from 1 to ${auditLimit.most}, not "${limit}"`)
  return {
    verb: 'audit',
    limit: limit === undefined ? auditLimit.usual : Number(limit),
    isCheck: check === true,
  }
}

const faulty = ([fault]: readonly Fault[]): Misused => {
  const member = fault?.path.split('/')[1] ?? ''
  if (member === 'role') return misused('--role takes viewer, crew, helm or owner, and for tokens device')
  return misused(`${member === 'name' ? 'the name' : `--${member}`} ${fault?.message ?? 'is not acceptable'}`)
}
