import type { ComponentChildren, JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { MarineDataClient } from '@marinedata/client'
import type { Visitor } from '@marinedata/model'
import type { Page } from '#app/page.ts'
import { t, type WordKey } from '#words/people.ts'
import { EnterForm, type Deed } from './enter-form.tsx'
import { isGuarded, secureAddress, takeFragment } from './own-line.ts'
import { PairForm } from './pair-form.tsx'
import './entry.css'

export interface EntryProps {
  readonly page: Page
  readonly client: MarineDataClient
  readonly visitor: Visitor
}

/** Which parameter of the link carries the code. */
const codeNames: Readonly<Record<Deed, string>> = { claim: 'c', join: 'i', 'sign-in': '' }
const titles: Readonly<Record<Deed | 'pair', WordKey>> = {
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

/** The same page over https; the code goes along where no server sees it. */
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
  deed,
  client,
  visitor,
}: Omit<EntryProps, 'page'> & { readonly deed: Deed }): JSX.Element => {
  const [fragment] = useState(takeFragment)
  const code = fragment.get(codeNames[deed]) ?? ''
  if (deed === 'claim' && !isGuarded())
    return <SecureLine sentence={t('entry.claim.listened')} fragment={fragment} />
  if (deed === 'claim' && visitor.boat !== 'unclaimed')
    return (
      <p class="notice">
        {t('entry.claim.owned')} <a href="/sign-in">{t('entry.signIn.title')}</a>
      </p>
    )
  return (
    <>
      {!isGuarded() && <SecureLine sentence={t('entry.listened')} fragment={fragment} />}
      <EnterForm client={client} deed={deed} code={code} />
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

const isDeed = (name: string): name is Deed => Object.hasOwn(codeNames, name)

/** For whoever is not aboard: claiming, joining, signing in, pairing. */
export const Entry = ({ page, client, visitor }: EntryProps): JSX.Element => {
  const name = page.path.slice(1)
  if (isDeed(name))
    return (
      <Frame title={t(titles[name])}>
        <Deeds deed={name} client={client} visitor={visitor} />
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
