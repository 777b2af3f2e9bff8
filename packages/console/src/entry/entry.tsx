import type { MarineDataClient } from '@marinedata/client'
import type { Visitor } from '@marinedata/model'
import type { JSX, ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { Page } from '#page/page.ts'
import { errorText } from '#boat/boat.ts'
import { isPrivateConnection, secureAddress, takeFragment } from '#boat/link.ts'
import { t, type WordKey } from '#words/screen-words.ts'
import { PairForm } from './pair-form.tsx'
import './entry.css'

/** The three forms with a name and a pass-phrase. */
type EntryKind = 'claim' | 'join' | 'sign-in'

interface EnterFormProps {
  readonly client: MarineDataClient
  readonly kind: EntryKind
  /** The code from the link. */
  readonly code: string
}

const sentences: Readonly<Record<EntryKind, WordKey>> = {
  claim: 'entry.claim.text',
  join: 'entry.join.text',
  'sign-in': 'entry.signIn.text',
}
const buttons: Readonly<Record<EntryKind, WordKey>> = {
  claim: 'entry.claim.button',
  join: 'entry.join.button',
  'sign-in': 'entry.signIn.button',
}

const CodeField = ({ kind, code }: Pick<EnterFormProps, 'kind' | 'code'>): JSX.Element => (
  <label class="field">
    {t(kind === 'claim' ? 'entry.claim.code' : 'entry.join.code')}
    <input name="code" required minLength={6} maxLength={64} autoComplete="off" defaultValue={code} />
  </label>
)

const PassphraseFields = ({ isNew }: { readonly isNew: boolean }): JSX.Element => {
  const [isShown, setShown] = useState(false)
  const field = {
    name: 'passphrase',
    required: true,
    minLength: isNew ? 12 : 1,
    maxLength: 256,
    autoComplete: isNew ? ('new-password' as const) : ('current-password' as const),
  }
  return (
    <>
      <label class="field">
        {t(isNew ? 'entry.newPassphrase' : 'entry.passphrase')}
        <input {...(isShown ? { type: 'text' as const } : { type: 'password' as const })} {...field} />
        {isNew && <span>{t('entry.passphraseHint')}</span>}
      </label>
      <label class="check">
        <input type="checkbox" checked={isShown} onChange={() => setShown(!isShown)} /> {t('entry.show')}
      </label>
    </>
  )
}

const textOf = (data: FormData, name: string): string => {
  const value = data.get(name)
  return typeof value === 'string' ? value : ''
}

/** Submits the form; disabled while a request is pending. */
const useEntering = ({ client, kind, code }: EnterFormProps) => {
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | undefined>(undefined)
  const enter = async (data: FormData): Promise<void> => {
    setBusy(true)
    setRefusal(undefined)
    const given = textOf(data, 'code').trim() || code
    const body = {
      name: textOf(data, 'name').trim(),
      passphrase: textOf(data, 'passphrase'),
      ...(kind !== 'sign-in' && { code: given }),
    }
    try {
      await client.call(`POST access/${kind}`, { body })
      location.replace('/')
    } catch (error) {
      setRefusal(errorText(error))
      setBusy(false)
    }
  }
  return { isBusy, refusal, enter }
}

/** Form to claim, join or sign in: a name, a pass-phrase, and for the first two a code. */
const EnterForm = (props: EnterFormProps): JSX.Element => {
  const { kind, code } = props
  const { isBusy, refusal, enter } = useEntering(props)
  // The code may be wrong: show it, so that the user can correct it.
  const showsCode = kind !== 'sign-in' && (code === '' || refusal !== undefined)
  return (
    <form
      class="card"
      onSubmit={(event) => {
        event.preventDefault()
        void enter(new FormData(event.currentTarget))
      }}
    >
      <p>{t(sentences[kind])}</p>
      {refusal !== undefined && (
        <p class="notice" role="alert">
          {refusal}
        </p>
      )}
      {showsCode && <CodeField kind={kind} code={code} />}
      <label class="field">
        {t('entry.name')}
        <input name="name" required maxLength={64} autoComplete="username" autoCapitalize="words" />
      </label>
      <PassphraseFields isNew={kind !== 'sign-in'} />
      <button type="submit" class="button strong" disabled={isBusy}>
        {t(buttons[kind])}
      </button>
      {kind === 'sign-in' && <p class="quiet small">{t('entry.forgotten')}</p>}
    </form>
  )
}

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

const EntryCard = ({
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

const EntryActions = ({
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
      <EntryCard title={t(titles[name])}>
        <EntryActions kind={name} client={client} visitor={visitor} />
      </EntryCard>
    )
  if (name === 'pair')
    return (
      <EntryCard title={t(titles.pair)}>
        <PairForm client={client} />
      </EntryCard>
    )
  return (
    <EntryCard title="Marinedata">
      <Stranger visitor={visitor} />
    </EntryCard>
  )
}
