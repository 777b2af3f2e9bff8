import { MarineDataClient } from '@marinedata/client'
import { signal } from '@preact/signals'
import type { JSX, FunctionComponent } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { AlertsAround } from '#alerts/alerts-context.tsx'
import { clientName } from '#alerts/console-clients.ts'
import { Boat, BoatContext } from '#boat/boat.ts'
import { PreferencesSync, type Preferences } from '#boat/preferences.ts'
import type { EntryProps } from '#entry/entry.tsx'
import { PilotContext, Pilot } from '#pilot/pilot.ts'
import { Theme } from '#theme/theme.ts'
import { t } from '#words/words.ts'
import { ConsoleContext, type Console, type Urgency } from '#page/console-context.ts'
import { beKiosk } from '#device/device.tsx'
import {
  type StartedSession,
  VisitStore,
  restoreVisit,
  recordVisits,
  SessionStart,
  type SessionStartState,
} from '#page/session-start.ts'
import { type Page, isOutdated } from '#page/page.ts'
import { Router } from '#page/router.ts'
import { Shell } from './shell.tsx'

interface SignedInConsoleProps {
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
  const theme = new Theme({ preferences, query, position: boat.values.of('navigation.position'), root })
  // The server prints this address in the terminal.
  if (path === '/access') history.replaceState(null, '', '/#/access')
  const isKiosk = query.get('kiosk') === '1'
  if (isKiosk) beKiosk(document)
  const preferencesSync = new PreferencesSync({ preferences, client: boat.client, link: boat.link })
  document.addEventListener('visibilitychange', () => document.hidden || preferencesSync.refresh())
  const here: Console = {
    preferences,
    preferencesSync,
    theme,
    router: new Router(window),
    lock: signal(query.get('lock') === '1'),
    urgent: signal<Urgency | undefined>(undefined),
    isKiosk,
    openSheets: signal(0),
    lastVisit: arrival.visit,
    leave,
  }
  return { boat, here }
}

const clientNameOf =
  ({ page, preferences, arrival: { visitor } }: SignedInConsoleProps) =>
  (): string =>
    clientName({
      fromQuery: page.query.get('station'),
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
      void import('./background-tasks.ts').then(({ startBackgroundTasks }) =>
        startBackgroundTasks(boat, here),
      ),
    settleAfterMs,
  )
  return () => clearTimeout(timer)
}

/** The console of a signed-in user, until the page is closed. */
const SignedInConsole = (props: SignedInConsoleProps): JSX.Element => {
  const { visitor } = props.arrival
  const [{ boat, here, station, pilot }] = useState(() => {
    const parts = { ...consoleOf(props), station: clientNameOf(props) }
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

interface AppProps {
  readonly page: Page
  readonly preferences: Preferences
}

/** Pages for users who are not signed in yet. */
const entryPaths = new Set(['/claim', '/join', '/sign-in', '/pair'])

/** Loaded on demand: a signed-in user never needs it. */
const EntryLater = (props: EntryProps): JSX.Element => {
  const [entry, setEntry] = useState<{ readonly Entry: FunctionComponent<EntryProps> } | undefined>(undefined)
  useEffect(() => void import('#entry/entry.tsx').then(setEntry), [])
  return entry === undefined ? <div class="empty">{t('shell.loading')}</div> : <entry.Entry {...props} />
}

/** Deletes the data stored for the previous user. */
const forget = async (visitStore: VisitStore): Promise<void> => {
  visitStore.forget()
  if (!('serviceWorker' in navigator)) return
  const { deleteStoredConsole } = await import('./background-tasks.ts')
  await deleteStoredConsole()
}

const arrivalsAt = (client: MarineDataClient, visitStore: VisitStore): SessionStart =>
  new SessionStart({
    client,
    visitStore,
    isOutdated: () => isOutdated(document),
    reload: () => location.reload(),
    onNobody: () => void forget(visitStore),
  })

export const App = ({ page, preferences }: AppProps): JSX.Element => {
  const [{ client, visitStore, arrivals }] = useState(() => {
    const parts = { client: new MarineDataClient(page), visitStore: new VisitStore(localStorage) }
    return { ...parts, arrivals: arrivalsAt(parts.client, parts.visitStore) }
  })
  const arriving: SessionStartState = arrivals.state.value
  if (arriving === 'asking') return <div class="empty">{t('shell.loading')}</div>
  if (arriving === 'unanswered') return <div class="empty">{t('link.never')}</div>
  const { visitor, isKnown } = arriving
  if (visitor.name !== null && !entryPaths.has(page.path))
    return (
      <SignedInConsole page={page} preferences={preferences} visitStore={visitStore} arrival={arriving} />
    )
  if (!isKnown.value) return <div class="empty">{t('link.never')}</div>
  return <EntryLater page={page} client={client} visitor={visitor} />
}
