/* oxlint-disable typescript/no-unsafe-argument, typescript/no-unsafe-assignment, typescript/no-unsafe-call, typescript/no-unsafe-member-access, typescript/no-unsafe-return -- plain JavaScript for browsers, without types */
// Claiming, joining and signing in: a name, a pass-phrase, and for the first two a code.
import {
  ask,
  byId,
  element,
  isGuarded,
  onSubmit,
  places,
  say,
  secureAddress,
  takeFragment,
  whoAmI,
} from './page.js'

const form = byId('form')
const { deed } = form.dataset
const fragment = takeFragment()
const code = fragment.get(deed === 'claim' ? 'c' : 'i') ?? ''

const link = (href, text) => element('a', { href }, text)

/** The same page over https; the code goes along where no server sees it. */
const offerSecureLine = (sentence) => {
  const suffix = code === '' ? '' : `#${new URLSearchParams(Object.fromEntries(fragment))}`
  say(sentence)
  byId('notice').append(link(secureAddress() + suffix, 'Open this page over https'))
}

const fieldsOf = (data) => ({
  name: data.get('name').trim(),
  passphrase: data.get('passphrase'),
  ...(form.code && { code: data.get('code').trim() }),
})

const enter = async (data) => {
  try {
    await ask(`${places.access}/${deed}`, { method: 'POST', body: fieldsOf(data) })
  } catch (error) {
    // The code may be the fault: it is there to be looked at and typed anew.
    if (form.code) byId('code').hidden = false
    throw error
  }
  location.replace('/')
}

const prepare = () => {
  form.shows.addEventListener('change', () => {
    form.passphrase.type = form.shows.checked ? 'text' : 'password'
  })
  if (form.code) {
    form.code.value = code
    byId('code').hidden = code !== ''
  }
  onSubmit(form, enter)
  form.hidden = false
  form.querySelector('label:not([hidden]) input').focus()
}

const start = async () => {
  if (deed === 'claim' && !isGuarded()) {
    offerSecureLine('Others could listen here, and would learn the pass-phrase. ')
    return
  }
  if (deed === 'claim' && (await whoAmI()).boat !== 'unclaimed') {
    say('This boat has an owner. ')
    byId('notice').append(link('/sign-in', 'Sign in'))
    return
  }
  if (!isGuarded()) offerSecureLine('Others on this network could listen. ')
  prepare()
}

start().catch((error) => say(error.message, 'caution'))
