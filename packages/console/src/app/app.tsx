import type { FunctionComponent, JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { MarineDataClient } from '@marinedata/client'
import type { Preferences } from '#boat/preferences.ts'
import type { EntryProps } from '#entry/entry.tsx'
import { t } from '#words/words.ts'
import { Aboard } from './aboard.tsx'
import { Arrivals, type Arriving } from './offline/arrival.ts'
import { Keepsake } from './offline/keepsake.ts'
import { isOutdated, type Page } from './page.ts'

export interface AppProps {
  readonly page: Page
  readonly preferences: Preferences
}

/** Ways in by which someone comes who is not, or not yet, aboard. */
const entryPaths = new Set(['/claim', '/join', '/sign-in', '/pair'])

/** Those who are aboard never need it, so it comes when it is needed. */
const EntryLater = (props: EntryProps): JSX.Element => {
  const [entry, setEntry] = useState<{ readonly Entry: FunctionComponent<EntryProps> } | undefined>(undefined)
  useEffect(() => void import('#entry/entry.tsx').then(setEntry), [])
  return entry === undefined ? <div class="empty">{t('shell.loading')}</div> : <entry.Entry {...props} />
}

/** Nobody sits here any more: what was kept for them goes. */
const forget = async (keepsake: Keepsake): Promise<void> => {
  keepsake.forget()
  if (!('serviceWorker' in navigator)) return
  const { forgetConsole } = await import('./offline/forgetting.ts')
  await forgetConsole()
}

const arrivalsAt = (client: MarineDataClient, keepsake: Keepsake): Arrivals =>
  new Arrivals({
    client,
    keepsake,
    isOutdated: () => isOutdated(document),
    reload: () => location.reload(),
    onNobody: () => void forget(keepsake),
  })

export const App = ({ page, preferences }: AppProps): JSX.Element => {
  const [{ client, keepsake, arrivals }] = useState(() => {
    const parts = { client: new MarineDataClient(page), keepsake: new Keepsake(localStorage) }
    return { ...parts, arrivals: arrivalsAt(parts.client, parts.keepsake) }
  })
  const arriving: Arriving = arrivals.state.value
  if (arriving === 'asking') return <div class="empty">{t('shell.loading')}</div>
  if (arriving === 'unanswered') return <div class="empty">{t('link.never')}</div>
  const { visitor, isKnown } = arriving
  if (visitor.name !== null && !entryPaths.has(page.path))
    return <Aboard page={page} preferences={preferences} keepsake={keepsake} arrival={arriving} />
  if (!isKnown.value) return <div class="empty">{t('link.never')}</div>
  return <EntryLater page={page} client={client} visitor={visitor} />
}
