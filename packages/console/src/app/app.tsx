import type { FunctionComponent, JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { MarineDataClient } from '@marinedata/client'
import type { Preferences } from '#boat/preferences.ts'
import type { EntryProps } from '#entry/entry.tsx'
import { t } from '#words/words.ts'
import { SignedInConsole } from './signed-in-console.tsx'
import { SessionStart, type SessionStartState } from './offline/session-start.ts'
import { VisitStore } from './offline/visit-store.ts'
import { isOutdated, type Page } from './page.ts'

export interface AppProps {
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
  const { deleteStoredConsole } = await import('./offline/delete-stored-console.ts')
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
