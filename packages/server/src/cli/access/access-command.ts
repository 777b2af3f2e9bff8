import {
  checkOf,
  InvitationRequest,
  TokenRequest,
  type Fault,
  type InvitationRequest as Invitation,
  type TokenRequest as Token,
} from '@marinedata/model'
import { parseArgs } from 'node:util'

/** The subcommands of `marinedata access`. */
export type AccessVerb =
  | { readonly verb: 'list' | 'claim' | 'recover' }
  | { readonly verb: 'invite'; readonly request: Invitation }
  | { readonly verb: 'token'; readonly request: Token }
  | { readonly verb: 'revoke'; readonly subject: string }
  | { readonly verb: 'authority'; readonly action: 'renew' | 'forget-former' }
  | { readonly verb: 'audit'; readonly limit: number; readonly isCheck: boolean }

export type AccessCommand = AccessVerb & {
  readonly kind: 'access'
  readonly folder: string | undefined
}

interface Misused {
  readonly kind: 'misused'
  readonly reason: string
}

export const accessUsage = `Access commands. They work on the data folder, also while the server runs:
  marinedata access list                          list people, tokens and sessions with their last use
  marinedata access invite --role ROLE [--days N] create a link with which one person can join
  marinedata access token create NAME --role ROLE [--paths A,B] [--days N]
                                                  create and print a token for a program; --paths are the paths
                                                  that a device may write
  marinedata access revoke ID|NAME                end a token or session, or remove a person
  marinedata access recover                       create a link for an owner who forgot the pass-phrase
  marinedata access claim                         print the link for the first owner
  marinedata access audit [--limit N] [--check]   print the audit log, newest first, or check its integrity
  marinedata access authority --renew             issue the certificate of the boat's authority again, for a new name;
                                                  devices that have the former one still trust the boat's former names
  marinedata access authority --forget-former     stop serving devices that have only the former certificate
  ROLE is viewer, crew, helm or owner; for tokens also device.
`

const options = {
  data: { type: 'string' },
  role: { type: 'string' },
  paths: { type: 'string' },
  days: { type: 'string' },
  limit: { type: 'string' },
  check: { type: 'boolean' },
  renew: { type: 'boolean' },
  'forget-former': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

type Values = ReturnType<typeof parsed>['values']
const parsed = (args: readonly string[]) => parseArgs({ args: [...args], options, allowPositionals: true })

const misused = (reason: string): Misused => ({ kind: 'misused', reason })

/** The options of each subcommand, besides `--data`. Other options are rejected. */
const allowedOptions: Readonly<Record<AccessVerb['verb'], readonly (keyof Values)[]>> = {
  list: [],
  claim: [],
  recover: [],
  revoke: [],
  invite: ['role', 'days'],
  token: ['role', 'paths', 'days'],
  audit: ['limit', 'check'],
  authority: ['renew', 'forget-former'],
}

const isVerb = (word: string): word is AccessVerb['verb'] => Object.hasOwn(allowedOptions, word)

const invitations = checkOf<Invitation>(InvitationRequest)
const tokens = checkOf<Token>(TokenRequest)
const auditLimit = { usual: 20, most: 100_000 }

/** Parses the arguments after `access`. */
export const parseAccess = (args: readonly string[]): AccessCommand | Misused | { readonly kind: 'help' } => {
  const { values, positionals } = parsed(args)
  if (values.help === true) return { kind: 'help' }
  const [word = '', ...rest] = positionals
  if (!isVerb(word)) return misused(`access takes ${Object.keys(allowedOptions).join(', ')}, not "${word}"`)
  const unexpected = Object.keys(values).find(
    (name) => name !== 'data' && !allowedOptions[word].some((one) => one === name),
  )
  if (unexpected !== undefined) return misused(`access ${word} takes no --${unexpected}`)
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
  if (word === 'authority') return authorityVerb(values)
  return word === 'audit' ? auditVerb(values) : { verb: word }
}

const inviteVerb = ({ role, days }: Values): AccessVerb | Misused => {
  const request: unknown = { role, ...(days !== undefined && { days: Number(days) }) }
  return invitations.accepts(request) ? { verb: 'invite', request } : misusedFor(invitations.faults(request))
}

const authorityVerb = ({ renew, 'forget-former': forget }: Values): AccessVerb | Misused => {
  if ((renew === true) === (forget === true))
    return misused('access authority takes either --renew or --forget-former')
  return { verb: 'authority', action: renew === true ? 'renew' : 'forget-former' }
}

const tokenVerb = ([action, name, ...more]: readonly string[], values: Values): AccessVerb | Misused => {
  if (action !== 'create' || name === undefined || more.length > 0)
    return misused('access token takes create and one name')
  const { role, paths, days } = values
  const request: unknown = {
    name,
    role,
    ...(paths !== undefined && { paths: paths.split(',') }),
    ...(days !== undefined && { days: Number(days) }),
  }
  return tokens.accepts(request) ? { verb: 'token', request } : misusedFor(tokens.faults(request))
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

const misusedFor = ([fault]: readonly Fault[]): Misused => {
  const member = fault?.path.split('/')[1] ?? ''
  if (member === 'role') return misused('--role takes viewer, crew, helm or owner; for tokens also device')
  return misused(`${member === 'name' ? 'the name' : `--${member}`} ${fault?.message ?? 'is not acceptable'}`)
}
