import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { useComputed } from '@preact/signals'
import { useConsole } from '#page/console-context.ts'
import { useBoat, originOf, errorText } from '#boat/boat.ts'
import { PluginStore } from './plugin-store.ts'
import { t } from '#words/screen-words.ts'
import { inputsOf, type FoundInput, dismissing, offered } from './found-inputs.ts'
import './found-inputs.css'

const pollMs = 10_000
/** How long the result is shown. */
const doneMs = 8_000

/** Polls the inputs while the page is visible. */
const usePluginStore = (): PluginStore => {
  const { client } = useBoat()
  const [store] = useState(() => new PluginStore(client))
  useEffect(() => store.plugins.poll(pollMs), [])
  return store
}

/** Uses all offered inputs and reports the result. */
const useThem = (store: PluginStore) => {
  const [isBusy, setBusy] = useState(false)
  const [notice, setNotice] = useState('')
  useEffect(() => {
    const timer = notice === '' ? undefined : setTimeout(() => setNotice(''), doneMs)
    return () => clearTimeout(timer)
  }, [notice])
  const use = async (inputs: readonly FoundInput[]): Promise<void> => {
    setBusy(true)
    const results = await Promise.allSettled(inputs.map((input) => store.choose(input, true)))
    await store.plugins.refresh()
    const failed = results.find((result) => result.status === 'rejected')
    const used = inputsOf(store.plugins.value.value ?? []).filter(({ state }) => state === 'used')
    const rate = used.reduce((sum, { rate: received = 0 }) => sum + received, 0)
    setNotice(
      failed === undefined
        ? t('devices.found.used', { count: used.length, rate: rate.toFixed(1) })
        : errorText(failed.reason),
    )
    setBusy(false)
  }
  return { isBusy, notice, use: (inputs: readonly FoundInput[]) => void use(inputs) }
}

interface OfferProps {
  readonly inputs: readonly FoundInput[]
  readonly isBusy: boolean
  readonly onUse: () => void
  readonly onLater: () => void
}

const Offer = ({ inputs, isBusy, onUse, onLater }: OfferProps): JSX.Element => {
  const boat = useBoat()
  const isSimulated = useComputed(() => originOf(boat) === 'simulated').value
  const found =
    inputs.length === 1 ? t('devices.found.one') : t('devices.found.more', { count: inputs.length })
  return (
    <>
      <span class="grow" role="status">
        {isSimulated && `${t('devices.found.simulated')} `}
        {found}
      </span>
      <button type="button" class="button strong" disabled={isBusy} data-testid="use-inputs" onClick={onUse}>
        {t(
          isBusy
            ? 'devices.input.listening'
            : inputs.length === 1
              ? 'devices.found.useIt'
              : 'devices.found.use',
        )}
      </button>
      <button type="button" class="button" data-testid="later-inputs" onClick={onLater}>
        {t('devices.found.later')}
      </button>
    </>
  )
}

/** Offers the found inputs until one is in use; one tap uses them. */
export const FoundInputsCard = (): JSX.Element | null => {
  const store = usePluginStore()
  const { isBusy, notice, use } = useThem(store)
  const dismissed = useConsole().preferences.of('dismissedInputs')
  const inputs = offered(inputsOf(store.plugins.value.value ?? []), dismissed.value)
  if (notice === '' && !isBusy && inputs.length === 0) return null
  return (
    <div class="found-inputs" data-testid="found-inputs">
      {notice === '' ? (
        <Offer
          inputs={inputs}
          isBusy={isBusy}
          onUse={() => use(inputs)}
          onLater={() => {
            dismissed.value = dismissing(inputs)
          }}
        />
      ) : (
        <span class="grow" role="status">
          {notice}
        </span>
      )}
    </div>
  )
}
