// Sends each alarm of the boat to a phone, once, through a topic of ntfy or any other address that takes a POST.
import { Boat } from '@marinedata/client'

const { BOAT = 'http://127.0.0.1:3000', TOKEN, TOPIC = 'https://ntfy.sh/name-of-your-boat' } = process.env
const boat = new Boat({ url: BOAT, ...(TOKEN !== undefined && { token: TOKEN }) })
let sent = new Set<string>()

await using stream = boat.stream({ subscribe: 'none' })
stream.subscribe({ subscribe: [{ path: 'notifications.*' }] })
for await (const { updates } of stream) {
  if (updates.length === 0) continue
  const alarms = (await boat.alerts.list()).filter(
    ({ state, status }) => (state === 'alarm' || state === 'emergency') && status === 'active',
  )
  const arrived = await Promise.all(
    alarms.map(async ({ id, path, message }) => {
      if (sent.has(id)) return [id]
      try {
        const headers = { title: path.replace('notifications.', ''), priority: 'urgent' }
        const { ok } = await fetch(TOPIC, { method: 'POST', headers, body: message })
        console.log(ok ? 'sent' : 'refused', message)
        return ok ? [id] : []
      } catch (error) {
        // Without a connection it is sent with the next change.
        console.error('not sent', message, error)
        return []
      }
    }),
  )
  sent = new Set(arrived.flat())
}
