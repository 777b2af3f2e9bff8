import { MarineDataError, type MarineDataClient } from '@marinedata/client'
import type { PairingMade } from '@marinedata/model'
import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { errorText } from '#boat/boat.ts'
import { t } from '#words/screen-words.ts'

/** A pairing request. Only this page can collect the token, because it has the verifier. */
interface PairingRequest {
  readonly id: string
  readonly digits: string
  readonly verifier: string
  /** By the clock of this device. */
  readonly endsAt: number
}

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const digestOf = async (text: string): Promise<Uint8Array> => {
  const bytes = new TextEncoder().encode(text)
  // Absent on an unencrypted connection.
  const { subtle } = crypto as Partial<Crypto>
  if (subtle !== undefined) return new Uint8Array(await subtle.digest('SHA-256', bytes))
  const { sha256 } = await import('./sha-256.ts')
  return sha256(bytes)
}

const askPairing = async (client: MarineDataClient, name: string): Promise<PairingRequest> => {
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)))
  const challenge = base64url(await digestOf(verifier))
  const body = { name, challenge }
  const { id, digits, seconds } = await client.call<PairingMade>('POST', 'access/pairings', { body })
  return { id, digits, verifier, endsAt: Date.now() + seconds * 1_000 }
}

/** Whether the owner has approved this device. A failed request counts as not yet. */
const isApproved = async (client: MarineDataClient, { id, verifier }: PairingRequest): Promise<boolean> => {
  try {
    const path = ['access', 'pairings', id, 'collect']
    const { state } = await client.call<{ readonly state?: string }>('POST', path, {
      body: { verifier, keep: 'cookie' },
    })
    return state !== 'PENDING'
  } catch (error) {
    if (error instanceof MarineDataError && error.code !== 'too-many-requests') throw error
    return false
  }
}

const pairingKey = 'marinedata.pairing'

/** Stored while pending: a phone may suspend the page and load it again. */
const storePairing = (pairing: PairingRequest | undefined): void => {
  if (pairing === undefined) sessionStorage.removeItem(pairingKey)
  else sessionStorage.setItem(pairingKey, JSON.stringify(pairing))
}

const storedPairing = (): PairingRequest | undefined => {
  const text = sessionStorage.getItem(pairingKey)
  // Written by this page.
  return text === null ? undefined : (JSON.parse(text) as PairingRequest)
}

const askEveryMs = 1_000

interface WaitingProps {
  readonly client: MarineDataClient
  readonly pairing: PairingRequest
  readonly onEnd: (sentence: string) => void
}

/** Shows the code and polls until the owner has entered it. */
const Waiting = ({ client, pairing, onEnd }: WaitingProps): JSX.Element => {
  const [minutes, setMinutes] = useState(() => Math.ceil((pairing.endsAt - Date.now()) / 60_000))
  useEffect(() => {
    let next: ReturnType<typeof setTimeout> | undefined
    const poll = async (): Promise<void> => {
      if (await isApproved(client, pairing)) {
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
      const requested = await askPairing(client, name)
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
