import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { useComputed } from '@preact/signals'
import { useConsole } from '#app/console-context.ts'
import { useBoat } from '#boat/boat-context.ts'
import { originOf } from '#boat/origin.ts'
import { sentenceOf } from '#boat/refusals.ts'
import { PluginShelf } from '#screens/devices/plugin-shelf.ts'
import { t } from '#words/workshop.ts'
import { inputsOf, type FoundInput } from './found-inputs.ts'
import { dismissing, offered } from './offer.ts'
import './found-inputs.css'

const lookEveryMs = 10_000
/** How long it says what was done. */
const doneMs = 8_000

/** The inputs, looked at now and then while someone sees it. */
const useShelf = (): PluginShelf => {
  const { client } = useBoat()
  const [shelf] = useState(() => new PluginShelf(client))
  useEffect(() => {
    const look = (): void => {
      // What could not be asked is asked again.
      if (document.visibilityState === 'visible') shelf.refresh().catch(() => undefined)
    }
    look()
    const looking = setInterval(look, lookEveryMs)
    return () => clearInterval(looking)
  }, [])
  return shelf
}

/** Uses all that is offered, and tells what came of it. */
const useThem = (shelf: PluginShelf) => {
  const [isBusy, setBusy] = useState(false)
  const [said, setSaid] = useState('')
  useEffect(() => {
    const timer = said === '' ? undefined : setTimeout(() => setSaid(''), doneMs)
    return () => clearTimeout(timer)
  }, [said])
  const use = async (inputs: readonly FoundInput[]): Promise<void> => {
    setBusy(true)
    const results = await Promise.allSettled(inputs.map((input) => shelf.choose(input, true)))
    // What was asked in between may have been answered late.
    await shelf.refresh().catch(() => undefined)
    const failed = results.find((result) => result.status === 'rejected')
    const used = inputsOf(shelf.plugins.value ?? []).filter(({ state }) => state === 'used')
    const rate = used.reduce((sum, input) => sum + input.rate, 0)
    setSaid(
      failed === undefined
        ? t('devices.found.used', { count: used.length, rate: rate.toFixed(1) })
        : sentenceOf(failed.reason),
    )
    setBusy(false)
  }
  return { isBusy, said, use: (inputs: readonly FoundInput[]) => void use(inputs) }
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

/** Says that something could feed the boat while nothing does, and uses it at one tap. */
export const FoundInputsCard = (): JSX.Element | null => {
  const shelf = useShelf()
  const { isBusy, said, use } = useThem(shelf)
  const dismissed = useConsole().preferences.of('dismissedInputs')
  const inputs = offered(inputsOf(shelf.plugins.value ?? []), dismissed.value)
  if (said === '' && !isBusy && inputs.length === 0) return null
  return (
    <div class="found-inputs" data-testid="found-inputs">
      {said === '' ? (
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
          {said}
        </span>
      )}
    </div>
  )
}
