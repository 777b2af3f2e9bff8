/* oxlint-disable -- runs in a browser, whose types the tests of the server do not have */
// @ts-nocheck
import { trials } from './trials.js'

const shown = document.querySelector('output')
const send = async (body) => {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch('api/echo?from=page', { method: 'POST', headers, body: JSON.stringify(body) })
  return await answer.json()
}

document.querySelector('form').addEventListener('submit', async (event) => {
  event.preventDefault()
  shown.textContent = JSON.stringify(await send({ level: Number(event.target.level.value) }))
})

document.body.dataset.trials = JSON.stringify(await trials())
