/* oxlint-disable typescript/no-unsafe-argument, typescript/no-unsafe-assignment, typescript/no-unsafe-call, typescript/no-unsafe-member-access, typescript/no-unsafe-return -- plain JavaScript for browsers, without types */
// What all pages share. Whatever others have written becomes text, never markup.

const { word } = document.documentElement.dataset
const answerMs = 30_000
const sureMs = 4_000

export const places = {
  access: `/${word}/v2/api/access`,
  pilots: `/${word}/v2/api/vessels/self/autopilots`,
  self: `/${word}/v1/api/vessels/self`,
  stream: `/${word}/v1/stream`,
}

export const byId = (id) => document.getElementById(id)

/** An element with attributes and children; a string among the children is text. */
export const element = (name, attributes = {}, ...children) => {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  made.append(...children)
  return made
}

/** What the boat refused, in its own words. */
class Refusal extends Error {
  constructor(sentence, code) {
    super(sentence)
    this.code = code
  }
}

const sentenceOf = ({ status }, problem) => {
  const faults = (problem?.errors ?? []).map(({ path, message }) => `${path.replace('/', '')} ${message}`)
  return [problem?.detail ?? `The boat answered ${status}`, ...faults].join(': ')
}

/** Asks the boat; throws what it refuses, and what kept it from answering. */
export const ask = async (address, { method = 'GET', body } = {}) => {
  const sent =
    body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  let response
  try {
    response = await fetch(address, { method, ...sent, signal: AbortSignal.timeout(answerMs) })
  } catch {
    throw new Refusal('The boat does not answer. Is this device on its network?', 'no-answer')
  }
  const answer = await response.json().catch(() => undefined)
  if (!response.ok) throw new Refusal(sentenceOf(response, answer), answer?.code)
  return answer
}

export const whoAmI = () => ask(`${places.access}/me`)

/** Shows a sentence; an empty one hides the place for it. */
export const say = (text, kind = '', place = byId('notice')) => {
  place.textContent = text
  place.hidden = text === ''
  place.className = `notice ${kind}`
}

/** Does something and shows what was refused. */
export const attempt = async (act, place = byId('notice')) => {
  try {
    await act()
  } catch (error) {
    say(error.message, 'caution', place)
  }
}

/** Has a form act instead of being sent; while it does, it cannot be pressed again. */
export const onSubmit = (form, act) => {
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const button = form.querySelector('button')
    button.disabled = true
    say('')
    void attempt(() => act(new FormData(form))).then(() => {
      button.disabled = false
    })
  })
}

/** A button that acts on the second press: rain and elbows press once. */
export const onSurePress = (button, question, act) => {
  const label = button.textContent
  let calm
  const rest = () => {
    clearTimeout(calm)
    calm = undefined
    button.textContent = label
    button.classList.remove('sure')
  }
  button.addEventListener('click', () => {
    if (calm !== undefined) {
      rest()
      act()
      return
    }
    button.textContent = question
    button.classList.add('sure')
    calm = setTimeout(rest, sureMs)
  })
}

/** What stands behind the # of the address. It is taken out at once: addresses are shown, kept and shared. */
export const takeFragment = () => {
  const given = new URLSearchParams(location.hash.slice(1))
  if (location.hash !== '') history.replaceState(null, '', location.pathname)
  return given
}

/** Whether nobody else can listen: the line is encrypted, or does not leave this machine. */
export const isGuarded = () =>
  location.protocol === 'https:' || /^(?:localhost|127\.[0-9.]+|\[::1\])$/.test(location.hostname)

/** A page of this boat over https. */
export const secureAddress = (path = location.pathname) => `https://${location.host}${path}`

/** A moment as people on this device write it. */
export const moment = (time) =>
  new Date(time).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' })
