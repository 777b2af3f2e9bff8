import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { MarineDataClient } from '@marinedata/client'
import { errorText } from '#boat/error-text.ts'
import { t, type WordKey } from '#words/screen-words.ts'

/** The three forms with a name and a pass-phrase. */
export type EntryKind = 'claim' | 'join' | 'sign-in'

export interface EnterFormProps {
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
      await client.call('POST', `access/${kind}`, { body })
      location.replace('/')
    } catch (error) {
      setRefusal(errorText(error))
      setBusy(false)
    }
  }
  return { isBusy, refusal, enter }
}

/** Form to claim, join or sign in: a name, a pass-phrase, and for the first two a code. */
export const EnterForm = (props: EnterFormProps): JSX.Element => {
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
