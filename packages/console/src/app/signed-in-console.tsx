import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { signal } from '@preact/signals'
import { AlertsAround } from '#alerts/alerts-context.tsx'
import { Boat } from '#boat/boat.ts'
import { BoatContext } from '#boat/boat-context.ts'
import { PreferencesSync } from '#boat/preferences-sync.ts'
import type { Preferences } from '#boat/preferences.ts'
import { Look } from '#look/look.ts'
import { PilotContext } from '#pilot/pilot-context.ts'
import { Pilot } from '#pilot/pilot.ts'
import { stationName } from '#pilot/station.ts'
import { ConsoleContext, type Console, type Urgency } from './console-context.ts'
import { isKiosk, beKiosk } from './device/kiosk.ts'
import type { StartedSession } from './offline/session-start.ts'
import type { VisitStore } from './offline/visit-store.ts'
import { restoreVisit, recordVisits } from './offline/record-visits.ts'
import type { Page } from './page.ts'
import { Router } from './router.ts'
import { Shell } from './shell.tsx'

export interface SignedInConsoleProps {
  readonly page: Page
  readonly preferences: Preferences
  readonly visitStore: VisitStore
  readonly arrival: StartedSession
}

/** Creates the boat of this page. Until the server responds, it is restored from the last visit. */
const boatOf = ({ page, visitStore, arrival }: SignedInConsoleProps): { boat: Boat; leave: () => void } => {
  const { url, productWord } = page
  const { visitor, visit, isKnown } = arrival
  let remembering: Disposable | undefined
  // Deletes everything stored for the user who signed out. The next page load deletes the rest.
  const leave = (): void => {
    remembering?.[Symbol.dispose]()
    visitStore.forget()
    location.reload()
  }
  // The open demo needs no ticket.
  const usesCookie = visitor.boat !== 'open'
  const boat = new Boat({ url, productWord, usesCookie, visitor, isKnown, onSignedOut: leave })
  if (visit !== undefined) restoreVisit(boat, visit)
  // Browsers offer service workers only over a secure connection.
  if ('serviceWorker' in navigator) remembering = recordVisits(boat, visitStore)
  return { boat, leave }
}

const consoleOf = (props: SignedInConsoleProps): { boat: Boat; here: Console } => {
  const { page, preferences, arrival } = props
  const { query, root, path } = page
  preferences.belongTo(arrival.visitor.name ?? '')
  const { boat, leave } = boatOf(props)
  const look = new Look({ preferences, query, position: boat.values.of('navigation.position'), root })
  // The server prints this address in the terminal.
  if (path === '/access') history.replaceState(null, '', '/#/access')
  if (isKiosk(query)) beKiosk(document)
  const preferencesSync = new PreferencesSync({ preferences, client: boat.client, link: boat.link })
  document.addEventListener('visibilitychange', () => document.hidden || preferencesSync.refresh())
  const here: Console = {
    preferences,
    preferencesSync,
    look,
    router: new Router(window),
    lock: signal(query.get('lock') === '1'),
    urgent: signal<Urgency | undefined>(undefined),
    query,
    lastVisit: arrival.visit,
    leave,
  }
  return { boat, here }
}

const stationOf =
  ({ page, preferences, arrival: { visitor } }: SignedInConsoleProps) =>
  (): string =>
    stationName({
      asked: page.query.get('station'),
      chosen: preferences.of('station').value,
      person: visitor.boat === 'open' ? null : visitor.name,
      short: Math.min(innerWidth, innerHeight),
      long: Math.max(innerWidth, innerHeight),
      isTouch: navigator.maxTouchPoints > 0,
    })

/** Starts after the first load, which has a budget of requests. */
const settleAfterMs = 3_000

const settleLater = (boat: Boat, here: Console): (() => void) => {
  const timer = setTimeout(
    () =>
      void import('./device/background-tasks.ts').then(({ startBackgroundTasks }) =>
        startBackgroundTasks(boat, here),
      ),
    settleAfterMs,
  )
  return () => clearTimeout(timer)
}

/** The console of a signed-in user, until the page is closed. */
export const SignedInConsole = (props: SignedInConsoleProps): JSX.Element => {
  const { visitor } = props.arrival
  const [{ boat, here, station, pilot }] = useState(() => {
    const parts = { ...consoleOf(props), station: stationOf(props) }
    return { ...parts, pilot: new Pilot({ ...parts, page: window }) }
  })
  useEffect(() => boat.session.know(visitor), [visitor])
  useEffect(() => settleLater(boat, here), [])
  return (
    <ConsoleContext.Provider value={here}>
      <BoatContext.Provider value={boat}>
        <PilotContext.Provider value={pilot}>
          <AlertsAround station={station}>
            <Shell />
          </AlertsAround>
        </PilotContext.Provider>
      </BoatContext.Provider>
    </ConsoleContext.Provider>
  )
}
