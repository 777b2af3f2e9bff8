import type { FunctionComponent, JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { signal } from '@preact/signals'
import { MarineDataClient } from '@marinedata/client'
import type { Visitor } from '@marinedata/model'
import { AlertsAround } from '#alerts/alerts-context.tsx'
import { Boat } from '#boat/boat.ts'
import { BoatContext } from '#boat/boat-context.ts'
import type { Preferences } from '#boat/preferences.ts'
import type { EntryProps } from '#entry/entry.tsx'
import { Look } from '#look/look.ts'
import { PilotContext } from '#pilot/pilot-context.ts'
import { Pilot } from '#pilot/pilot.ts'
import { stationName } from '#pilot/station.ts'
import { t } from '#words/words.ts'
import { ConsoleContext, type Console } from './console-context.ts'
import { Router } from './router.ts'
import { Shell } from './shell.tsx'
import type { Page } from './page.ts'

export interface AppProps {
  readonly page: Page
  readonly preferences: Preferences
}

const askAgainMs = 2_000

/** Who sits here, asked until there is an answer. */
const useVisitor = (client: MarineDataClient): Visitor | 'unanswered' | undefined => {
  const [visitor, setVisitor] = useState<Visitor | 'unanswered' | undefined>(undefined)
  useEffect(() => {
    let again: ReturnType<typeof setTimeout> | undefined
    const ask = (): void => {
      client.call<Visitor>('GET', 'access/me').then(setVisitor, () => {
        setVisitor('unanswered')
        again = setTimeout(ask, askAgainMs)
      })
    }
    ask()
    return () => clearTimeout(again)
  }, [])
  return visitor
}

/** The console of someone who is aboard, until the page is closed. */
const Aboard = ({ page, preferences, visitor }: AppProps & { readonly visitor: Visitor }): JSX.Element => {
  const [parts] = useState(() => {
    const { url, productWord, query, root } = page
    // In an open demonstration nobody has to show a ticket.
    const usesCookie = visitor.boat !== 'open'
    const boat = new Boat({ url, productWord, usesCookie, visitor, onSignedOut: () => location.reload() })
    const look = new Look({ preferences, query, position: boat.values.of('navigation.position'), root })
    // An address of its own, as the owner knows it from the terminal.
    if (page.path === '/access') history.replaceState(null, '', '/#/access')
    const here: Console = {
      preferences,
      look,
      router: new Router(window),
      lock: signal(query.get('lock') === '1'),
      query,
    }
    const station = (): string =>
      stationName({
        asked: query.get('station'),
        chosen: preferences.of('station').value,
        person: visitor.boat === 'open' ? null : visitor.name,
        short: Math.min(innerWidth, innerHeight),
        long: Math.max(innerWidth, innerHeight),
        isTouch: navigator.maxTouchPoints > 0,
      })
    return { boat, here, station, pilot: new Pilot({ boat, station, page: window }) }
  })
  return (
    <ConsoleContext.Provider value={parts.here}>
      <BoatContext.Provider value={parts.boat}>
        <PilotContext.Provider value={parts.pilot}>
          <AlertsAround station={parts.station}>
            <Shell />
          </AlertsAround>
        </PilotContext.Provider>
      </BoatContext.Provider>
    </ConsoleContext.Provider>
  )
}

/** Ways in by which someone comes who is not, or not yet, aboard. */
const entryPaths = new Set(['/claim', '/join', '/sign-in', '/pair'])

/** Those who are aboard never need it, so it comes when it is needed. */
const EntryLater = (props: EntryProps): JSX.Element => {
  const [entry, setEntry] = useState<{ readonly Entry: FunctionComponent<EntryProps> } | undefined>(undefined)
  useEffect(() => void import('#entry/entry.tsx').then(setEntry), [])
  return entry === undefined ? <div class="empty">{t('shell.loading')}</div> : <entry.Entry {...props} />
}

export const App = ({ page, preferences }: AppProps): JSX.Element => {
  const [client] = useState(() => new MarineDataClient(page))
  const visitor = useVisitor(client)
  if (visitor === undefined) return <div class="empty">{t('shell.loading')}</div>
  if (visitor === 'unanswered') return <div class="empty">{t('link.never')}</div>
  if (visitor.name === null || entryPaths.has(page.path))
    return <EntryLater page={page} client={client} visitor={visitor} />
  return <Aboard page={page} preferences={preferences} visitor={visitor} />
}
