import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { PluginReport } from '@marinedata/model'
import { useBoat, errorText } from '#boat/boat.ts'
import { timeOfDay } from '#words/words.ts'
import { t } from '#words/screen-words.ts'
import { idleFinders, inputsOf, type FoundInput } from '#inputs/found-inputs.ts'
import { busesOf } from '#inputs/buses.ts'
import { BusRow } from './bus-view.tsx'
import { pluginTitle } from './plugin-names.ts'
import type { PluginStore } from '#inputs/plugin-store.ts'

interface RowProps {
  readonly input: FoundInput
  readonly store: PluginStore
}

/** A server is open, although no client sends. */
const stateWord = ({ state, clients, error }: FoundInput) =>
  state === 'silent' && clients !== undefined && error === undefined ? 'open' : state

/** State and address of the input. The protocol of a port is unknown until data was received. */
const Facts = ({ input }: { readonly input: FoundInput }): JSX.Element => {
  const { name, address, protocol, speed } = input
  const isPort = address.startsWith('/')
  return (
    <span class="inputs-facts quiet small">
      <span>{t(`devices.input.${stateWord(input)}`)}</span>
      {speed !== undefined && (
        <span>
          {protocol}, {t('devices.input.speed', { speed })}
        </span>
      )}
      {speed === undefined && !isPort && <span>{protocol}</span>}
      {address !== name && <span>{address}</span>}
    </span>
  )
}

interface FigureProps {
  readonly testId: string
  readonly text: string
}

/** One figure in a separate cell, so that the others stay in place when it changes. */
const Figure = ({ testId, text }: FigureProps): JSX.Element => (
  <output aria-live="off" data-testid={testId}>
    {text}
  </output>
)

const clientsText = (count: number): string =>
  count === 1 ? t('devices.input.client') : t('devices.input.clients', { count })

/** Rates, clients and damaged messages of an input in use. */
const Figures = ({ input }: { readonly input: FoundInput }): JSX.Element | null => {
  const { id, rate, sent, clients, damaged, state } = input
  if (state !== 'used' && clients === undefined) return null
  const figures = [
    ['rate', rate === undefined ? undefined : t('devices.input.rate', { rate: rate.toFixed(1) })],
    ['sent', sent === undefined ? undefined : t('devices.input.sent', { rate: sent.toFixed(1) })],
    ['clients', clients === undefined ? undefined : clientsText(clients)],
    ['damaged', damaged === 0 ? undefined : t('devices.input.damaged', { count: damaged })],
  ] as const
  return (
    <span class="inputs-figures">
      {figures.map(
        ([name, text]) =>
          text !== undefined && <Figure key={name} testId={`input-${name}-${id}`} text={text} />,
      )}
    </span>
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

/** Uses or releases the input, and shows a refusal. */
const useChoice = ({ input, store }: RowProps) => {
  const [notice, setNotice] = useState('')
  const [isBusy, setBusy] = useState(false)
  const choose = async (): Promise<void> => {
    setBusy(true)
    setNotice('')
    await store.choose(input, !input.chosen).catch((error: unknown) => setNotice(errorText(error)))
    setBusy(false)
  }
  return { notice, isBusy, choose: () => void choose() }
}

const choiceWord = (isChosen: boolean, isBusy: boolean) => {
  if (isBusy) return isChosen ? 'devices.input.stopping' : 'devices.input.listening'
  return isChosen ? 'devices.input.release' : 'devices.input.use'
}

const InputRow = ({ input, store }: RowProps): JSX.Element => {
  const boat = useBoat()
  const { notice, isBusy, choose } = useChoice({ input, store })
  const { id, name, state, chosen, isChoosable, lastMessage } = input
  const isOff = boat.link.isLost.value || !boat.session.mayAdminister.value
  return (
    <li class="inputs-row" data-testid={`input-${id}`} data-state={stateWord(input)} data-chosen={chosen}>
      <span class="devices-dot" />
      <div class="inputs-words">
        <strong>{name}</strong>
        <Facts input={input} />
        <Figures input={input} />
        {lastMessage !== undefined && <code class="inputs-message">{lastMessage}</code>}
        <Trouble input={input} />
        {notice !== '' && (
          <p class="devices-warning" role="alert">
            {notice}
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

/** Why inputs cannot be changed here. */
const DisabledReason = (): JSX.Element | null => {
  const { link, session } = useBoat()
  if (link.isLost.value) return <p class="quiet small">{t('shell.noLink')}</p>
  if (!session.mayAdminister.value) return <p class="quiet small">{t('devices.input.notYours')}</p>
  return null
}

/** Says of each plugin that would search for inputs why it does not: off, starting, stopped. */
const Nothing = ({ idle }: { readonly idle: readonly PluginReport[] }): JSX.Element => {
  const states = idle.map(({ name, state }) => `${pluginTitle(name)}: ${t(`devices.state.${state}`)}`)
  return (
    <p class="quiet" data-testid="no-inputs">
      {idle.length === 0 ? t('devices.input.none') : t('devices.input.idle', { plugins: states.join(', ') })}
    </p>
  )
}

interface InputsProps {
  readonly plugins: readonly PluginReport[]
  readonly store: PluginStore
}

/** Available inputs, those in use, outputs, and the buses with their devices. */
export const Inputs = ({ plugins, store }: InputsProps): JSX.Element => {
  const inputs = inputsOf(plugins)
  const buses = busesOf(plugins)
  return (
    <section class="card inputs" aria-labelledby="inputs-title">
      <h2 id="inputs-title">{t('devices.input.title')}</h2>
      {inputs.length + buses.length === 0 ? (
        <Nothing idle={idleFinders(plugins)} />
      ) : (
        <>
          <DisabledReason />
          <ul class="inputs-list">
            {inputs.map((input) => (
              <InputRow key={`${input.plugin} ${input.id}`} input={input} store={store} />
            ))}
            {buses.map((bus) => (
              <BusRow key={`${bus.plugin} ${bus.id}`} bus={bus} />
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
