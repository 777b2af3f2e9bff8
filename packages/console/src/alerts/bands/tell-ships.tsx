import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { useAlerts } from '#alerts/alerts-context.tsx'
import { useBoat, useSubscription, type Boat } from '#boat/boat.ts'
import { ActionRequests, Resource } from '#boat/requests.ts'
import { HoldButton } from '#parts/hold-button.tsx'
import { t, type WordKey } from '#words/screen-words.ts'

const plugin = 'nmea0183'
const action = 'tell-ships'
/** The plugin publishes whether a class A transponder is set up: only the owner may read its settings. */
const path = 'communication.canBroadcastSafetyText'
const scope = 'alerts.ack'
const holdMs = 800
const readEveryMs = 5_000

const requestsOf = (boat: Boat): ActionRequests<WordKey> =>
  new ActionRequests(boat, { scope, lost: 'shell.noLink', forbidden: 'alerts.notAllowed' })

const isRunning = async ({ client }: Boat): Promise<boolean> =>
  (await client.call('GET plugins'))[plugin]?.state === 'running'

const TellButton = (): JSX.Element | null => {
  const boat = useBoat()
  // The value stays when the plugin stops.
  const [running] = useState(() => new Resource(() => isRunning(boat)))
  const [isSent, setSent] = useState(false)
  const [requests] = useState(() => requestsOf(boat))
  useEffect(() => running.poll(readEveryMs, () => !boat.link.isLost.peek()), [running])
  useEffect(() => () => requests[Symbol.dispose](), [requests])
  if (running.value.value !== true) return null
  const tell = async (): Promise<void> => {
    const done = await requests.send(() =>
      boat.client.call('POST plugins/{plugin}/actions/{action}', { params: { plugin, action }, body: {} }),
    )
    setSent(done !== undefined)
  }
  const problem = requests.problem.value
  return (
    <>
      <HoldButton
        ms={holdMs}
        testId="band-tell-ships"
        disabled={requests.disabledReason.value !== undefined}
        onHeld={() => void tell()}
      >
        {t(isSent ? 'band.toldShips' : 'band.tellShips')}
      </HoldButton>
      {problem !== undefined && (
        <p class="alerts-note" role="alert">
          {problem}
        </p>
      )}
    </>
  )
}

/**
 * Broadcasts the place of the person overboard by the boat's AIS transponder, if it can. Needs a hold, because ships change
 * course. Not while the alarm can be undone: it may have been pressed by mistake.
 */
export const TellShipsButton = (): JSX.Element | null => {
  const { values, session } = useBoat()
  const { overboard } = useAlerts()
  useSubscription({ paths: [path] })
  if (overboard.undoSeconds.value !== undefined) return null
  if (values.of(path).value?.value !== true || !session.me.value.scopes.includes(scope)) return null
  return <TellButton />
}
