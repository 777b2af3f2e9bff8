/* oxlint-disable typescript/no-unsafe-argument, typescript/no-unsafe-assignment, typescript/no-unsafe-call, typescript/no-unsafe-member-access, typescript/no-unsafe-return -- plain JavaScript for browsers, without types */
// People and devices, for the owner: who waits, who is known, and what was done.
import {
  ask,
  attempt,
  byId,
  element,
  isGuarded,
  moment,
  onSubmit,
  onSurePress,
  places,
  say,
  secureAddress,
  whoAmI,
} from './page.js'
import { qrCode } from './qr-code.js'

const lookEveryMs = 2_000
const auditLength = 20
const personRoles = ['viewer', 'crew', 'helm', 'owner']
const roleWords = {
  viewer: 'Viewer: sees everything',
  crew: 'Crew: answers alarms too',
  helm: 'Helm: steers too',
  owner: 'Owner: may do everything',
}

const at = (path) => `${places.access}/${path}`
const named = (path, name) => at(`${path}/${encodeURIComponent(name)}`)

const roleChoice = (chosen, attributes = {}) => {
  const select = element('select', { name: 'role', ...attributes })
  for (const role of personRoles) select.append(new Option(roleWords[role], role, false, role === chosen))
  return select
}

const what = (head, ...lines) =>
  element(
    'div',
    { class: 'what' },
    element('strong', {}, head),
    ...lines.map((line) => element('span', { class: 'soft' }, line)),
  )

const row = (...parts) => element('li', {}, ...parts)

/** Does something to the access, and shows what has become of it. */
const change = (sentence, act) =>
  attempt(async () => {
    await act()
    say(sentence, 'good')
    await refresh()
  })

const sureButton = (label, question, act) => {
  const button = element('button', { type: 'button' }, label)
  onSurePress(button, question, () => void act())
  return button
}

// Those who wait

const waitingRow = ({ id, name, address, askedAt }) => {
  const digits = element('input', {
    name: 'digits',
    class: 'digits',
    inputmode: 'numeric',
    autocomplete: 'off',
    required: '',
    pattern: '[0-9 ]{6,7}',
    maxlength: '7',
  })
  const form = element(
    'form',
    {},
    element('label', {}, 'Digits that it shows', digits),
    element('label', {}, 'Let it in as', roleChoice('viewer')),
    element('button', { class: 'first' }, 'Let it in'),
  )
  onSubmit(form, async (data) => {
    const body = { digits: data.get('digits').replaceAll(' ', ''), role: data.get('role') }
    await ask(at(`pairings/${id}/approve`), { method: 'POST', body })
    say(`${name} is let in as ${body.role}.`, 'good')
    await refresh()
  })
  const refuse = sureButton('Send away', 'Press again', () =>
    change(`${name} was sent away.`, () => ask(at(`pairings/${id}`), { method: 'DELETE' })),
  )
  return row(what(name, `asks from ${address} since ${moment(askedAt)}`), refuse, form)
}

const rowById = new Map()

/** Rows stay as long as their devices wait: someone may be typing in one. */
const showWaiting = (pairings) => {
  const ids = new Set(pairings.map(({ id }) => id))
  for (const [id, shown] of rowById)
    if (!ids.has(id)) {
      shown.remove()
      rowById.delete(id)
    }
  for (const pairing of pairings)
    if (!rowById.has(pairing.id)) {
      const shown = waitingRow(pairing)
      rowById.set(pairing.id, shown)
      byId('waiting').append(shown)
    }
  byId('nobody-waits').hidden = pairings.length > 0
}

// Those who are known

const personRow = ({ name, role, createdAt }) => {
  const choice = roleChoice(role, { 'aria-label': `What ${name} may do` })
  choice.addEventListener('change', () => {
    const body = { role: choice.value }
    void change(`${name} is ${choice.value} now.`, () => ask(named('people', name), { method: 'PUT', body }))
  })
  const remove = sureButton('Remove', 'Press again', () =>
    change(`${name} was removed.`, () => ask(named('people', name), { method: 'DELETE' })),
  )
  return row(what(name, `since ${moment(createdAt)}`), choice, remove)
}

const credentialRow = ({ id, kind, name, role, paths, usedAt, usedFrom, expiresAt }) => {
  const lines = [
    `${kind === 'session' ? 'signed in' : 'device or program'}, ${role}${paths ? `: ${paths.join(', ')}` : ''}`,
    usedAt === undefined ? 'not used yet' : `last used ${moment(usedAt)} from ${usedFrom}`,
    ...(expiresAt === undefined ? [] : [`until ${moment(expiresAt)}`]),
  ]
  const revoke = sureButton('Revoke', 'Press again', () =>
    change(`${name} was revoked.`, () => ask(named('credentials', id), { method: 'DELETE' })),
  )
  return row(what(name, ...lines), revoke)
}

const auditRow = ({ at: time, who, from, deed, subject, device, asked, outcome }) => {
  const did =
    deed === undefined
      ? `${device}: ${JSON.stringify(asked)}: ${outcome}`
      : `${deed.replaceAll('-', ' ')}: ${subject}`
  return row(what(did, `${who} from ${from}, ${moment(time)}`))
}

const showRows = async (id, address, rowOf) => {
  const entries = await ask(at(address))
  byId(id).replaceChildren(...entries.map(rowOf))
}

const refresh = async () => {
  showWaiting(await ask(at('pairings')))
  await showRows('people', 'people', personRow)
  await showRows('credentials', 'credentials', credentialRow)
  await showRows('audit', `audit?limit=${auditLength}`, auditRow)
}

// Inviting

/** The boat's address as other devices know it: on this machine, `localhost` is no use to them. */
const addressForOthers = async () => {
  if (location.protocol === 'https:') return location.origin
  const [first] = await ask(at('addresses'))
  return first ?? location.origin
}

const invite = async (data) => {
  const role = data.get('role')
  const { code, expiresAt } = await ask(at('invitations'), { method: 'POST', body: { role } })
  const address = `${await addressForOthers()}/join#i=${code}`
  byId('invitation').hidden = false
  byId('invitation-text').textContent = `Good once, for one person as ${role}, until ${moment(expiresAt)}.`
  byId('invitation-picture').replaceChildren(qrCode(address))
  byId('invitation-link').textContent = address
  byId('invitation-link').href = address
  await refresh()
}

// The page

const look = async () => {
  if (document.visibilityState === 'visible') showWaiting(await ask(at('pairings')))
}

const offerSecureLine = () => {
  say('Others could listen here. Looking after people and devices needs https, or the boat’s own computer.')
  byId('secure').hidden = false
  byId('secure-link').href = secureAddress()
}

const start = async () => {
  const { name, roles, mayAdminister } = await whoAmI()
  if (!roles.includes('owner')) {
    say(
      `This page is for the owner; ${name === null ? 'you are not signed in' : `“${name}” is ${roles.join(', ')}`}.`,
    )
    return
  }
  if (!mayAdminister && !isGuarded()) return offerSecureLine()
  byId('invite').role.replaceWith(roleChoice('crew'))
  onSubmit(byId('invite'), invite)
  await refresh()
  say('')
  byId('access').hidden = false
  setInterval(() => void attempt(look), lookEveryMs)
}

start().catch((error) => say(error.message, 'caution'))
