import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { PluginReport } from '@marinedata/model'
import { useBoat } from '#boat/boat-context.ts'
import { sentenceOf } from '#boat/refusals.ts'
import { timeOfDay } from '#words/times.ts'
import { t } from '#words/workshop.ts'
import { idleFinders, inputsOf, type FoundInput } from '#inputs/found-inputs.ts'
import type { PluginShelf } from './plugin-shelf.ts'
import './inputs.css'

interface RowProps {
  readonly input: FoundInput
  readonly shelf: PluginShelf
}

/** How it stands with it, and where it is. What was never heard has no protocol yet. */
const Facts = ({ input }: { readonly input: FoundInput }): JSX.Element => {
  const { address, protocol, speed, state } = input
  return (
    <span class="inputs-facts quiet small">
      <span>{t(`devices.input.${state}`)}</span>
      {speed !== undefined && (
        <span>
          {protocol}, {t('devices.input.speed', { speed })}
        </span>
      )}
      <span>{address}</span>
    </span>
  )
}

/** What comes from it: how much, and the last of it. */
const Stream = ({ input }: { readonly input: FoundInput }): JSX.Element => {
  const { id, rate, lastSentence, damaged, state } = input
  return (
    <>
      {state === 'used' && (
        <span class="inputs-rate">
          <output data-testid={`input-rate-${id}`}>
            {t('devices.input.rate', { rate: rate.toFixed(1) })}
          </output>
          {damaged > 0 && <span class="quiet"> · {t('devices.input.damaged', { count: damaged })}</span>}
        </span>
      )}
      {lastSentence !== undefined && <code class="inputs-sentence">{lastSentence}</code>}
    </>
  )
}

const Trouble = ({ input }: { readonly input: FoundInput }): JSX.Element | null => {
  const { id, error, state } = input
  if (error === undefined) return null
  const message = t('devices.lastFault', {
    time: timeOfDay(Date.parse(error.at), 'second'),
    message: error.message,
  })
  return (
    <p class={state === 'used' ? 'quiet small' : 'devices-warning'} data-testid={`input-error-${id}`}>
      {state === 'used' ? t('devices.input.before', { message }) : message}
    </p>
  )
}

/** Uses it, or no more, and tells what was refused. */
const useChoice = ({ input, shelf }: RowProps) => {
  const [said, setSaid] = useState('')
  const [isBusy, setBusy] = useState(false)
  const choose = async (): Promise<void> => {
    setBusy(true)
    setSaid('')
    await shelf.choose(input, !input.chosen).catch((error: unknown) => setSaid(sentenceOf(error)))
    setBusy(false)
  }
  return { said, isBusy, choose: () => void choose() }
}

const choiceWord = (isChosen: boolean, isBusy: boolean) => {
  if (isBusy) return isChosen ? 'devices.input.stopping' : 'devices.input.listening'
  return isChosen ? 'devices.input.release' : 'devices.input.use'
}

const InputRow = ({ input, shelf }: RowProps): JSX.Element => {
  const boat = useBoat()
  const { said, isBusy, choose } = useChoice({ input, shelf })
  const { id, name, state, chosen, isChoosable } = input
  const isOff = boat.link.isLost.value || !boat.session.mayAdminister.value
  return (
    <li class="inputs-row" data-testid={`input-${id}`} data-state={state} data-chosen={chosen}>
      <span class="devices-dot" />
      <div class="inputs-words">
        <strong>{name}</strong>
        <Facts input={input} />
        <Stream input={input} />
        <Trouble input={input} />
        {said !== '' && (
          <p class="devices-warning" role="alert">
            {said}
          </p>
        )}
      </div>
      {isChoosable && (
        <button
          type="button"
          class={`button ${state === 'found' ? 'strong' : ''}`}
          disabled={isOff || isBusy}
          aria-label={`${t(choiceWord(chosen, isBusy))}: ${name}`}
          data-testid={`input-use-${id}`}
          onClick={choose}
        >
          {t(choiceWord(chosen, isBusy))}
        </button>
      )}
    </li>
  )
}

/** Why nothing can be chosen here. */
const Hindrance = (): JSX.Element | null => {
  const { link, session } = useBoat()
  if (link.isLost.value) return <p class="quiet small">{t('devices.input.noLink')}</p>
  if (!session.mayAdminister.value) return <p class="quiet small">{t('devices.input.notYours')}</p>
  return null
}

/** Says of each plugin that would look for inputs why it does not: switched off, starting, stopped. */
const Nothing = ({ idle }: { readonly idle: readonly PluginReport[] }): JSX.Element => {
  const states = idle.map(({ name, state }) => `${name}: ${t(`devices.state.${state}`)}`)
  return (
    <p class="quiet" data-testid="no-inputs">
      {idle.length === 0 ? t('devices.input.none') : t('devices.input.idle', { plugins: states.join(', ') })}
    </p>
  )
}

interface InputsProps {
  readonly plugins: readonly PluginReport[]
  readonly shelf: PluginShelf
}

/** What could feed the boat, and what does. */
export const Inputs = ({ plugins, shelf }: InputsProps): JSX.Element => {
  const inputs = inputsOf(plugins)
  return (
    <section class="card inputs" aria-labelledby="inputs-title">
      <h2 id="inputs-title">{t('devices.input.title')}</h2>
      {inputs.length === 0 ? (
        <Nothing idle={idleFinders(plugins)} />
      ) : (
        <>
          <Hindrance />
          <ul class="inputs-list">
            {inputs.map((input) => (
              <InputRow key={`${input.plugin} ${input.id}`} input={input} shelf={shelf} />
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
