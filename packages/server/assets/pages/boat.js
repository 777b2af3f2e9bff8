/* oxlint-disable typescript/no-unsafe-argument, typescript/no-unsafe-assignment, typescript/no-unsafe-call, typescript/no-unsafe-member-access, typescript/no-unsafe-return -- plain JavaScript for browsers, without types */
// The boat's own page: who is signed in, what the boat says just now, and its autopilot.
import {
  ask,
  attempt,
  byId,
  element,
  isGuarded,
  onSurePress,
  places,
  say,
  secureAddress,
  whoAmI,
} from './page.js'
import { BoatStream } from './stream.js'
import { shownValues, target } from './values.js'

const deeds = {
  read: 'see everything',
  'alerts.ack': 'answer alarms',
  'anchor.command': 'command the anchor watch',
  'autopilot.command': 'steer',
  write: 'write values',
  admin: 'look after people, devices, plugins and settings',
}

const listed = (words) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

const showWho = ({ boat, name, roles, scopes, mayAdminister }) => {
  const may = Object.entries(deeds).flatMap(([scope, deed]) => (scopes.includes(scope) ? [deed] : []))
  byId('who').textContent = `${name} · ${roles.join(', ')}`
  byId('may').textContent = may.length === 0 ? 'May do nothing here.' : `May ${listed(may)}.`
  byId('open').hidden = boat !== 'open'
  byId('sign-out').hidden = boat === 'open'
  const access = byId('access')
  access.hidden = !roles.includes('owner') || boat === 'open'
  if (!mayAdminister && !isGuarded()) access.href = secureAddress('/access')
}

// Values

const rowOf = ({ path, name, write }) => {
  const value = element('td', {}, '—')
  const row = element('tr', {}, element('th', { scope: 'row' }, name), value)
  const show = ({ value: told, stale }) => {
    value.replaceChildren()
    const text = told === null ? 'not available' : write(told)
    for (const line of text.split('\n')) value.append(element('div', {}, line))
    row.classList.toggle('old', stale === true)
  }
  return [path, { row, show }]
}

// Autopilot

/** What each device has reported, by the name of what it reported. */
class Pilots {
  #reports = new Map()
  #default

  heard($source, path, value) {
    if (path === 'steering.autopilot.defaultPilot') this.#default = value
    else this.#reports.set($source, { ...this.#reports.get($source), [path.split('.').at(-1)]: value })
    this.#show()
  }

  #show() {
    const report = this.#reports.get(this.#default)
    byId('pilot-buttons').hidden = report === undefined
    if (report === undefined) return
    const { engaged, mode, target: wanted } = report
    const parts = [engaged === true ? 'Engaged' : engaged === false ? 'Not engaged' : 'Not heard', mode]
    if (typeof wanted === 'number') parts.push(target(wanted))
    byId('disengage').classList.toggle('first', engaged === true)
    byId('pilot-state').textContent = parts.filter((part) => typeof part === 'string').join(' · ')
  }
}

const command = async (verb) => {
  const notice = byId('pilot-notice')
  say('', '', notice)
  await attempt(() => ask(`${places.pilots}/_default/${verb}`, { method: 'POST' }), notice)
}

const prepareButtons = ({ scopes }) => {
  const engage = byId('engage')
  // Whoever may not steer cannot steer by mistake either, and learns why at the first press.
  if (scopes.includes('autopilot.command')) onSurePress(engage, 'Press again', () => command('engage'))
  else engage.addEventListener('click', () => void command('engage'))
  byId('disengage').addEventListener('click', () => void command('disengage'))
  byId('sign-out').addEventListener('click', () => {
    void attempt(async () => {
      await ask(`${places.access}/sign-out`, { method: 'POST' })
      location.reload()
    })
  })
}

// The page

const lostLink = (seconds) =>
  `No link for ${seconds} s: what is shown is old. Steer from the autopilot’s own control head.`

const showName = (name) => {
  byId('boat').textContent = name
  document.title = name
}

const follow = () => {
  const rows = new Map(shownValues.map(rowOf))
  const pilots = new Pilots()
  byId('values').append(...[...rows.values()].map(({ row }) => row))
  new BoatStream({
    paths: ['name', ...rows.keys(), 'steering.autopilot.*'],
    onValue: ({ $source, path, value, stale }) => {
      if (path === 'name') showName(value)
      else if (path.startsWith('steering.autopilot.'))
        pilots.heard($source, path, stale === true ? undefined : value)
      else rows.get(path)?.show({ value, stale })
    },
    onSilence: (seconds) => {
      const isLost = seconds !== undefined
      say(isLost ? lostLink(seconds) : '', 'caution', byId('link'))
      for (const id of ['values', 'pilot-state']) byId(id).classList.toggle('old', isLost)
      for (const button of byId('pilot-buttons').children) button.disabled = isLost
    },
    onSignedOut: () => location.reload(),
  }).open()
}

const aboard = (me) => {
  byId('aboard').hidden = false
  showWho(me)
  prepareButtons(me)
  if (me.scopes.includes('read')) follow()
}

const start = async () => {
  const me = await whoAmI()
  say('')
  if (me.name !== null) return aboard(me)
  byId(me.boat === 'unclaimed' ? 'unclaimed' : 'stranger').hidden = false
}

start().catch((error) => say(error.message, 'caution'))
