import type { MarineDataClient } from '@marinedata/client'
import { collectPairing, requestPairing, type Pairing } from '@marinedata/client/pairing'
import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { errorText } from '#boat/boat.ts'
import { t } from '#words/screen-words.ts'

const pairingKey = 'marinedata.pairing'

/** Stored while pending: a phone may suspend the page and load it again. */
const storePairing = (pairing: Pairing | undefined): void => {
  if (pairing === undefined) sessionStorage.removeItem(pairingKey)
  else sessionStorage.setItem(pairingKey, JSON.stringify(pairing))
}

const storedPairing = (): Pairing | undefined => {
  const text = sessionStorage.getItem(pairingKey)
  // Written by this page.
  return text === null ? undefined : (JSON.parse(text) as Pairing)
}

const askEveryMs = 1_000

interface WaitingProps {
  readonly client: MarineDataClient
  readonly pairing: Pairing
  readonly onEnd: (sentence: string) => void
}

/** Shows the code and polls until the owner has entered it. */
const Waiting = ({ client, pairing, onEnd }: WaitingProps): JSX.Element => {
  const [minutes, setMinutes] = useState(() => Math.ceil((pairing.endsAt - Date.now()) / 60_000))
  useEffect(() => {
    let next: ReturnType<typeof setTimeout> | undefined
    const poll = async (): Promise<void> => {
      if ((await collectPairing(client, pairing, 'cookie')) !== false) {
        storePairing(undefined)
        location.replace('/')
        return
      }
      const left = Math.ceil((pairing.endsAt - Date.now()) / 60_000)
      setMinutes(left)
      if (left <= 0) onEnd(t('entry.pair.late'))
      else next = setTimeout(step, askEveryMs)
    }
    const step = (): void => void poll().catch((error: unknown) => onEnd(errorText(error)))
    step()
    return () => clearTimeout(next)
  }, [pairing])
  return (
    <section class="card" aria-label={t('entry.pair.show')}>
      <h2>{t('entry.pair.show')}</h2>
      <p
        class="entry-digits"
        data-testid="pair-digits"
      >{`${pairing.digits.slice(0, 3)} ${pairing.digits.slice(3)}`}</p>
      <p>{t('entry.pair.where')}</p>
      <p class="quiet small">{t('entry.pair.left', { minutes })}</p>
    </section>
  )
}

interface AskingProps {
  readonly refusal: string | undefined
  readonly onAsk: (name: string) => void
}

const Asking = ({ refusal, onAsk }: AskingProps): JSX.Element => (
  <form
    class="card"
    onSubmit={(event) => {
      event.preventDefault()
      const name = new FormData(event.currentTarget).get('name')
      if (typeof name === 'string') onAsk(name.trim())
    }}
  >
    <p>{t('entry.pair.text')}</p>
    {refusal !== undefined && (
      <p class="notice" role="alert">
        {refusal}
      </p>
    )}
    <label class="field">
      {t('entry.pair.name')}
      <input name="name" required maxLength={64} autoComplete="off" />
      <span>{t('entry.pair.hint')}</span>
    </label>
    <button type="submit" class="button strong">
      {t('entry.pair.button')}
    </button>
  </form>
)

/** Requests access for this device, shows six digits and waits. */
export const PairForm = ({ client }: { readonly client: MarineDataClient }): JSX.Element => {
  const [pairing, setPairing] = useState(storedPairing)
  const [refusal, setRefusal] = useState<string | undefined>(undefined)
  const ask = async (name: string): Promise<void> => {
    setRefusal(undefined)
    try {
      const requested = await requestPairing(client, name)
      storePairing(requested)
      setPairing(requested)
    } catch (error) {
      setRefusal(errorText(error))
    }
  }
  const end = (sentence: string): void => {
    storePairing(undefined)
    setPairing(undefined)
    setRefusal(sentence)
  }
  if (pairing !== undefined) return <Waiting client={client} pairing={pairing} onEnd={end} />
  return <Asking refusal={refusal} onAsk={(name) => void ask(name)} />
}
