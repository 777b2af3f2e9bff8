import type { ComponentChildren, JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { MarineDataClient } from '@marinedata/client'
import type { Visitor } from '@marinedata/model'
import type { Page } from '#app/page.ts'
import { t, type WordKey } from '#words/screen-words.ts'
import { EnterForm, type EntryKind } from './enter-form.tsx'
import { isPrivateConnection, secureAddress, takeFragment } from './private-connection.ts'
import { PairForm } from './pair-form.tsx'
import './entry.css'

export interface EntryProps {
  readonly page: Page
  readonly client: MarineDataClient
  readonly visitor: Visitor
}

/** Parameter of the link with the code. */
const codeNames: Readonly<Record<EntryKind, string>> = { claim: 'c', join: 'i', 'sign-in': '' }
const titles: Readonly<Record<EntryKind | 'pair', WordKey>> = {
  claim: 'entry.claim.title',
  join: 'entry.join.title',
  'sign-in': 'entry.signIn.title',
  pair: 'entry.pair.title',
}

const Frame = ({
  title,
  children,
}: {
  readonly title: string
  readonly children: ComponentChildren
}): JSX.Element => (
  <main class="entry">
    <h1>{title}</h1>
    {children}
  </main>
)

/** Link to the same page over https. The code is in the fragment, which no server receives. */
const SecureLine = ({
  sentence,
  fragment,
}: {
  readonly sentence: string
  readonly fragment: URLSearchParams
}): JSX.Element => {
  const suffix = fragment.size === 0 ? '' : `#${fragment.toString()}`
  return (
    <p class="notice">
      {sentence} <a href={secureAddress() + suffix}>{t('entry.overHttps')}</a>
    </p>
  )
}

const Deeds = ({
  kind,
  client,
  visitor,
}: Omit<EntryProps, 'page'> & { readonly kind: EntryKind }): JSX.Element => {
  const [fragment] = useState(takeFragment)
  const code = fragment.get(codeNames[kind]) ?? ''
  if (kind === 'claim' && !isPrivateConnection())
    return <SecureLine sentence={t('entry.claim.listened')} fragment={fragment} />
  if (kind === 'claim' && visitor.boat !== 'unclaimed')
    return (
      <p class="notice">
        {t('entry.claim.owned')} <a href="/sign-in">{t('entry.signIn.title')}</a>
      </p>
    )
  return (
    <>
      {!isPrivateConnection() && <SecureLine sentence={t('entry.listened')} fragment={fragment} />}
      <EnterForm client={client} kind={kind} code={code} />
    </>
  )
}

const Stranger = ({ visitor }: Pick<EntryProps, 'visitor'>): JSX.Element => {
  if (visitor.boat === 'unclaimed')
    return (
      <section class="card">
        <p>{t('entry.unclaimed')}</p>
        <p class="quiet">{t('entry.unclaimedHow')}</p>
      </section>
    )
  return (
    <section class="card">
      <p>{t('entry.stranger')}</p>
      <a class="button strong" href="/sign-in">
        {t('entry.signIn.title')}
      </a>
      <a class="button" href="/pair">
        {t('entry.pair.title')}
      </a>
    </section>
  )
}

const isEntryKind = (name: string): name is EntryKind => Object.hasOwn(codeNames, name)

/** Pages for users who are not signed in: claim, join, sign in, pair. */
export const Entry = ({ page, client, visitor }: EntryProps): JSX.Element => {
  const name = page.path.slice(1)
  if (isEntryKind(name))
    return (
      <Frame title={t(titles[name])}>
        <Deeds kind={name} client={client} visitor={visitor} />
      </Frame>
    )
  if (name === 'pair')
    return (
      <Frame title={t(titles.pair)}>
        <PairForm client={client} />
      </Frame>
    )
  return (
    <Frame title="Marinedata">
      <Stranger visitor={visitor} />
    </Frame>
  )
}
