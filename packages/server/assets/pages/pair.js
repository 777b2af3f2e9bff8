/* oxlint-disable typescript/no-unsafe-argument, typescript/no-unsafe-assignment, typescript/no-unsafe-call, typescript/no-unsafe-member-access -- plain JavaScript for browsers, without types */
// A device asks to be let in, shows six digits and waits. Only this page can collect what it is given: it keeps the
// verifier, of which the boat got no more than a digest.
import { ask, byId, onSubmit, places, say } from './page.js'

const askEveryMs = 1_000
const keptKey = 'pairing'

const base64url = (bytes) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const digestOf = async (text) => {
  const bytes = new TextEncoder().encode(text)
  if (crypto.subtle !== undefined) return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  const { sha256 } = await import('./sha-256.js')
  return sha256(bytes)
}

const pause = () => new Promise((resolve) => setTimeout(resolve, askEveryMs))

const show = (isWaiting) => {
  byId('form').hidden = isWaiting
  byId('waiting').hidden = !isWaiting
}

/** Whether the owner has let this device in; a line that fails for a moment is no answer. */
const isLetIn = async ({ id, verifier }) => {
  const address = `${places.access}/pairings/${encodeURIComponent(id)}/collect`
  try {
    const { state } = await ask(address, { method: 'POST', body: { verifier, keep: 'cookie' } })
    return state !== 'PENDING'
  } catch (error) {
    if (error.code === 'no-answer' || error.code === 'too-many-requests') return false
    throw error
  }
}

/** Waits for the owner; throws when it was too late or refused. */
const wait = async (pairing) => {
  byId('digits').textContent = `${pairing.digits.slice(0, 3)} ${pairing.digits.slice(3)}`
  show(true)
  while (!(await isLetIn(pairing))) {
    const minutes = Math.ceil((pairing.endsAt - Date.now()) / 60_000)
    if (minutes <= 0) throw new TypeError('The time is over. Ask again.')
    byId('left').textContent = `Good for ${minutes} more ${minutes === 1 ? 'minute' : 'minutes'}.`
    await pause()
  }
}

/** Waits, and goes on to the boat. Kept meanwhile: a phone may put the page to sleep and load it anew. */
const waitFor = async (pairing) => {
  sessionStorage.setItem(keptKey, JSON.stringify(pairing))
  try {
    await wait(pairing)
    location.replace('/')
  } catch (error) {
    show(false)
    throw error
  } finally {
    sessionStorage.removeItem(keptKey)
  }
}

const begin = async (data) => {
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)))
  const challenge = base64url(await digestOf(verifier))
  const body = { name: data.get('name').trim(), challenge }
  const { id, digits, seconds } = await ask(`${places.access}/pairings`, { method: 'POST', body })
  await waitFor({ id, digits, verifier, endsAt: Date.now() + seconds * 1_000 })
}

const kept = JSON.parse(sessionStorage.getItem(keptKey) ?? 'null')
onSubmit(byId('form'), begin)
show(false)
if (kept !== null) waitFor(kept).catch((error) => say(error.message, 'caution'))
