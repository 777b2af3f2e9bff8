import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { signal } from '@preact/signals'
import { AlertsAround } from '#alerts/alerts-context.tsx'
import { Boat } from '#boat/boat.ts'
import { BoatContext } from '#boat/boat-context.ts'
import { PreferencesAboard } from '#boat/preferences-aboard.ts'
import type { Preferences } from '#boat/preferences.ts'
import { Look } from '#look/look.ts'
import { PilotContext } from '#pilot/pilot-context.ts'
import { Pilot } from '#pilot/pilot.ts'
import { stationName } from '#pilot/station.ts'
import { ConsoleContext, type Console, type Urgency } from './console-context.ts'
import { isKiosk, beKiosk } from './device/kiosk.ts'
import type { Arrival } from './offline/arrival.ts'
import type { Keepsake } from './offline/keepsake.ts'
import { recallVisit, rememberVisits } from './offline/remembering.ts'
import type { Page } from './page.ts'
import { Router } from './router.ts'
import { Shell } from './shell.tsx'

export interface AboardProps {
  readonly page: Page
  readonly preferences: Preferences
  readonly keepsake: Keepsake
  readonly arrival: Arrival
}

/** The boat, as the page knows it from now on or, until it answers, from the last visit. */
const boatOf = ({ page, keepsake, arrival }: AboardProps): { boat: Boat; leave: () => void } => {
  const { url, productWord } = page
  const { visitor, visit, isKnown } = arrival
  let remembering: Disposable | undefined
  // Nothing of someone who is gone stays behind; the page that comes next looks after the rest.
  const leave = (): void => {
    remembering?.[Symbol.dispose]()
    keepsake.forget()
    location.reload()
  }
  // In an open demonstration nobody has to show a ticket.
  const usesCookie = visitor.boat !== 'open'
  const boat = new Boat({ url, productWord, usesCookie, visitor, isKnown, onSignedOut: leave })
  if (visit !== undefined) recallVisit(boat, visit)
  // Only over a safe line can the console be opened without the boat.
  if ('serviceWorker' in navigator) remembering = rememberVisits(boat, keepsake)
  return { boat, leave }
}

const consoleOf = (props: AboardProps): { boat: Boat; here: Console } => {
  const { page, preferences, arrival } = props
  const { query, root, path } = page
  preferences.belongTo(arrival.visitor.name ?? '')
  const { boat, leave } = boatOf(props)
  const look = new Look({ preferences, query, position: boat.values.of('navigation.position'), root })
  // An address of its own, as the owner knows it from the terminal.
  if (path === '/access') history.replaceState(null, '', '/#/access')
  if (isKiosk(query)) beKiosk(document)
  const aboard = new PreferencesAboard({ preferences, client: boat.client, link: boat.link })
  document.addEventListener('visibilitychange', () => document.hidden || aboard.refresh())
  const here: Console = {
    preferences,
    aboard,
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
  ({ page, preferences, arrival: { visitor } }: AboardProps) =>
  (): string =>
    stationName({
      asked: page.query.get('station'),
      chosen: preferences.of('station').value,
      person: visitor.boat === 'open' ? null : visitor.name,
      short: Math.min(innerWidth, innerHeight),
      long: Math.max(innerWidth, innerHeight),
      isTouch: navigator.maxTouchPoints > 0,
    })

/** The first load has a budget, and this is none of it. */
const settleAfterMs = 3_000

const settleLater = (boat: Boat, here: Console): (() => void) => {
  const timer = setTimeout(
    () => void import('./device/settling.ts').then(({ settleIn }) => settleIn(boat, here)),
    settleAfterMs,
  )
  return () => clearTimeout(timer)
}

/** The console of someone who is aboard, until the page is closed. */
export const Aboard = (props: AboardProps): JSX.Element => {
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
