import { MarineDataError, type InvitationRequest, type TokenRequest } from '@marinedata/model'
import { readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openAccess, type ShellAccess } from '#compose/access.ts'
import type { AccessCommand, AccessVerb } from './access-command.ts'
import { linksOf, printLinks } from './access-links.ts'
import { accessReport, auditReport } from './access-report.ts'
import { usualFolder } from '../data-folder.ts'

interface Shell extends ShellAccess {
  readonly folder: string
}

/** A running server looks for changes four times a second: when the command has ended, they are in force. */
const settleMs = 300
const recoverMinutes = 15
const minutesOfDay = 1_440

const changing: ReadonlySet<AccessVerb['verb']> = new Set(['invite', 'recover', 'revoke', 'token'])

const say = (text: string): void => void process.stdout.write(`${text}\n`)

/** Who sits at the shell, for the audit. */
const by = (): { readonly who: string; readonly from: string } => {
  try {
    return { who: userInfo().username, from: 'shell' }
  } catch {
    // A user without an entry on this machine, as in a container, has a number only.
    return { who: `user ${process.getuid?.() ?? ''}`.trim(), from: 'shell' }
  }
}

const invite = async (shell: Shell, request: InvitationRequest): Promise<void> => {
  const { code, role, expiresAt } = shell.access.people.invite(request, by())
  say(`Whoever opens this link first joins as ${role}; it is good until ${expiresAt}:`)
  await printLinks(linksOf('join', code, shell))
}

const recover = async (shell: Shell): Promise<void> => {
  const request = { role: 'owner', days: recoverMinutes / minutesOfDay } as const
  const { code, expiresAt } = shell.access.people.invite(request, by(), true)
  say('Whoever opens this link first is an owner, under a name of old or a new one, with a new pass-phrase.')
  say(`It is good until ${expiresAt}:`)
  await printLinks(linksOf('join', code, shell))
}

/** The token alone goes to stdout, so that a script can take it from there. */
const makeToken = ({ access }: Shell, request: TokenRequest): void => {
  const { credential, token } = access.makeToken(request, by())
  const until = credential.expiresAt === undefined ? 'until it is revoked' : `until ${credential.expiresAt}`
  process.stderr.write(
    `A token for "${credential.name}" as ${credential.role}, ${until}. It is shown once; the boat keeps no copy.\n`,
  )
  say(token)
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
      `There is no token, session or person "${subject}": see access list`,
    )
  for (const { id, kind, name } of ended) {
    credentials.revoke(id, by())
    say(`The ${kind} ${id} of ${name} has ended`)
  }
  if (person === undefined) return
  people.remove(person.name, by())
  say(`${person.name} was removed and is signed out everywhere`)
}

const claimCode = ({ folder, access }: Shell): string => {
  if (access.claim.isClaimed)
    throw new MarineDataError(
      'already-claimed',
      'The boat has an owner. Forgotten the pass-phrase? See access recover',
    )
  try {
    return readFileSync(join(folder, 'claim-code'), 'utf8').trim()
  } catch (cause) {
    throw new MarineDataError(
      'not-found',
      'There is no code: the server makes one when it starts, and drops it after five wrong tries. Restart the server',
      { cause },
    )
  }
}

const claim = async (shell: Shell): Promise<void> => {
  const code = claimCode(shell)
  say('Nobody owns this boat yet. Whoever opens this link first becomes its owner:')
  await printLinks(linksOf('claim', code, shell))
}

const showAudit = ({ audit }: Shell, { limit, isCheck }: Extract<AccessVerb, { verb: 'audit' }>): void => {
  if (!isCheck) return say(auditReport(audit.page({ limit, before: Number.MAX_SAFE_INTEGER })))
  const broken = audit.findBreak()
  if (broken !== undefined)
    throw new MarineDataError('internal', `The log is not whole: someone has changed it at entry ${broken}`)
  const [newest] = audit.page({ limit: 1, before: Number.MAX_SAFE_INTEGER })
  say(newest === undefined ? 'The log is empty' : `The log is whole, up to entry ${newest.number}`)
}

const run = async (shell: Shell, command: AccessVerb): Promise<void> => {
  switch (command.verb) {
    case 'list':
      return say(accessReport(shell.access, shell.folder))
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
    case 'audit':
      return showAudit(shell, command)
  }
}

/** Does something to the access of a data folder. A server that runs on it takes it up within a moment. */
export const runAccess = async ({ folder = usualFolder(), ...command }: AccessCommand): Promise<void> => {
  using opened = openAccess(folder)
  await run({ ...opened, folder }, command)
  if (changing.has(command.verb)) await sleep(settleMs)
}
