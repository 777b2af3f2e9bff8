import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { MarineDataClient } from '@marinedata/client'
import { sentenceOf } from '#boat/refusals.ts'
import { t, type WordKey } from '#words/people.ts'

/** What is done with a name and a pass-phrase. */
export type Deed = 'claim' | 'join' | 'sign-in'

export interface EnterFormProps {
  readonly client: MarineDataClient
  readonly deed: Deed
  /** The code that the link carried. */
  readonly code: string
}

const sentences: Readonly<Record<Deed, WordKey>> = {
  claim: 'entry.claim.text',
  join: 'entry.join.text',
  'sign-in': 'entry.signIn.text',
}
const buttons: Readonly<Record<Deed, WordKey>> = {
  claim: 'entry.claim.button',
  join: 'entry.join.button',
  'sign-in': 'entry.signIn.button',
}

const CodeField = ({ deed, code }: Pick<EnterFormProps, 'deed' | 'code'>): JSX.Element => (
  <label class="field">
    {t(deed === 'claim' ? 'entry.claim.code' : 'entry.join.code')}
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

/** Sends the form; while it waits, it cannot be pressed again. */
const useEntering = ({ client, deed, code }: EnterFormProps) => {
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | undefined>(undefined)
  const enter = async (data: FormData): Promise<void> => {
    setBusy(true)
    setRefusal(undefined)
    const given = textOf(data, 'code').trim() || code
    const body = {
      name: textOf(data, 'name').trim(),
      passphrase: textOf(data, 'passphrase'),
      ...(deed !== 'sign-in' && { code: given }),
    }
    try {
      await client.call('POST', `access/${deed}`, { body })
      location.replace('/')
    } catch (error) {
      setRefusal(sentenceOf(error))
      setBusy(false)
    }
  }
  return { isBusy, refusal, enter }
}

/** Claiming, joining and signing in: a name, a pass-phrase, and for the first two a code. */
export const EnterForm = (props: EnterFormProps): JSX.Element => {
  const { deed, code } = props
  const { isBusy, refusal, enter } = useEntering(props)
  // The code may be the fault: then it is there to be looked at and typed anew.
  const showsCode = deed !== 'sign-in' && (code === '' || refusal !== undefined)
  return (
    <form
      class="card"
      onSubmit={(event) => {
        event.preventDefault()
        void enter(new FormData(event.currentTarget))
      }}
    >
      <p>{t(sentences[deed])}</p>
      {refusal !== undefined && (
        <p class="notice" role="alert">
          {refusal}
        </p>
      )}
      {showsCode && <CodeField deed={deed} code={code} />}
      <label class="field">
        {t('entry.name')}
        <input name="name" required maxLength={64} autoComplete="username" autoCapitalize="words" />
      </label>
      <PassphraseFields isNew={deed !== 'sign-in'} />
      <button type="submit" class="button strong" disabled={isBusy}>
        {t(buttons[deed])}
      </button>
      {deed === 'sign-in' && <p class="quiet small">{t('entry.forgotten')}</p>}
    </form>
  )
}
