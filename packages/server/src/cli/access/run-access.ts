import { MarineDataError, type InvitationRequest, type TokenRequest } from '@marinedata/model'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openAccess, type ShellAccess } from '#features/access.ts'
import type { AccessCommand, AccessVerb } from './access-command.ts'
import { linksOf, printAddresses, printLinks } from './access-links.ts'
import { accessReport, auditReport } from './access-report.ts'
import { shellActor } from './shell-actor.ts'
import { loadSettings } from '#settings/settings-file.ts'
import { defaultDataFolder } from '../data-folder.ts'

interface Shell extends ShellAccess {
  readonly folder: string
}

/**
 * A running server checks for changes four times a second. Waiting this long, changes are active when the command ends.
 */
const settleMs = 300
const recoverMinutes = 15
const minutesOfDay = 1_440

const changing: ReadonlySet<AccessVerb['verb']> = new Set(['invite', 'recover', 'revoke', 'token'])

const print = (text: string): void => void process.stdout.write(`${text}\n`)

const invite = async (shell: Shell, request: InvitationRequest): Promise<void> => {
  const { code, role, expiresAt } = shell.access.people.invite(request, shellActor())
  print(`The first person to open this link joins as ${role}. It is valid until ${expiresAt}:`)
  await printLinks(linksOf('join', code, shell))
}

const recover = async (shell: Shell): Promise<void> => {
  const request = { role: 'owner', days: recoverMinutes / minutesOfDay } as const
  const { code, expiresAt } = shell.access.people.invite(request, shellActor(), true)
  print(
    'The first person to open this link becomes an owner, with an existing or new name and a new pass-phrase.',
  )
  print(`It is valid until ${expiresAt}:`)
  await printLinks(linksOf('join', code, shell))
}

/** Prints only the token to stdout, so that a script can read it. */
const makeToken = ({ access }: Shell, request: TokenRequest): void => {
  const { credential, token } = access.createToken(request, shellActor())
  const until = credential.expiresAt === undefined ? 'until it is revoked' : `until ${credential.expiresAt}`
  process.stderr.write(
    `Token for "${credential.name}" with role ${credential.role}, valid ${until}. It is shown only once.\n`,
  )
  print(token)
}

const revoke = ({ access }: Shell, subject: string): void => {
  const { credentials, people } = access
  const isMeant = (name: string): boolean => name.toLowerCase() === subject.toLowerCase()
  const ended = credentials
    .list()
    .filter(({ id, kind, name }) => id === subject || (kind === 'token' && isMeant(name)))
  const person = people.list().find(({ name }) => isMeant(name))
  if (ended.length === 0 && person === undefined)
    throw new MarineDataError(
      'not-found',
      `No token, session or person "${subject}" found. See "marinedata access list"`,
    )
  for (const { id, kind, name } of ended) {
    credentials.revoke(id, shellActor())
    print(`Revoked ${kind} ${id} of ${name}`)
  }
  if (person === undefined) return
  people.remove(person.name, shellActor())
  print(`Removed ${person.name} and signed them out everywhere`)
}

const claimCode = ({ folder, access }: Shell): string => {
  if (access.claim.isClaimed)
    throw new MarineDataError(
      'already-claimed',
      'The boat already has an owner. For a forgotten pass-phrase use "marinedata access recover"',
    )
  try {
    return readFileSync(join(folder, 'claim-code'), 'utf8').trim()
  } catch (cause) {
    throw new MarineDataError(
      'not-found',
      'There is no claim code. The server creates one at start and drops it after five wrong attempts. Restart it',
      { cause },
    )
  }
}

const claim = async (shell: Shell): Promise<void> => {
  const code = claimCode(shell)
  print('This boat has no owner yet. The first person to open this link becomes the owner:')
  await printLinks(linksOf('claim', code, shell))
}

const showAudit = ({ audit }: Shell, { limit, isCheck }: Extract<AccessVerb, { verb: 'audit' }>): void => {
  if (!isCheck) return print(auditReport(audit.page({ limit, before: Number.MAX_SAFE_INTEGER })))
  const broken = audit.findBreak()
  if (broken !== undefined)
    throw new MarineDataError('internal', `The audit log was tampered with at entry ${broken}`)
  const [newest] = audit.page({ limit: 1, before: Number.MAX_SAFE_INTEGER })
  print(
    newest === undefined ? 'The audit log is empty' : `The audit log is intact, up to entry ${newest.number}`,
  )
}

const changeAuthority = (shell: Shell, action: 'renew' | 'forget-former'): void => {
  if (action === 'forget-former') {
    shell.forgetFormerAuthority()
    return print(
      'The former certificate of the authority is removed. Restart the server to stop serving devices that have only that one.',
    )
  }
  const fingerprint = shell.renewAuthority(loadSettings(shell.folder).settings)
  print('The certificate of the boat’s authority is issued again, with the same key. Restart the server.')
  print('Devices that have the former one trust the boat at its former names and its addresses, as before.')
  print('To use a new name, they install the new one from /ca.pem. Its SHA-256 fingerprint:')
  print(`  ${fingerprint}`)
}

const run = async (shell: Shell, command: AccessVerb): Promise<void> => {
  switch (command.verb) {
    case 'list':
      return print(accessReport(shell.access, shell.folder))
    case 'invite':
      return await invite(shell, command.request)
    case 'token':
      return makeToken(shell, command.request)
    case 'revoke':
      return revoke(shell, command.subject)
    case 'recover':
      return await recover(shell)
    case 'claim':
      return await claim(shell)
    case 'authority':
      return changeAuthority(shell, command.action)
    case 'audit':
      return showAudit(shell, command)
  }
}

/** Runs an access command on a data folder. A server running on it applies changes within 300 ms. */
export const runAccess = async ({
  folder = defaultDataFolder(),
  ...command
}: AccessCommand): Promise<void> => {
  using opened = openAccess(folder)
  await run({ ...opened, folder }, command)
  if (changing.has(command.verb)) await sleep(settleMs)
}

/** Prints where the console is, as of the last start of the server. */
export const runWhere = async (folder = defaultDataFolder()): Promise<void> => {
  using opened = openAccess(folder)
  await printAddresses(opened)
}
