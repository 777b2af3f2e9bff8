import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { hrefOf } from '#app/router.ts'
import { useBoat } from '#boat/boat.ts'
import { Copyable } from '#parts/copyable.tsx'
import { ConfirmButton } from '#parts/confirm-button.tsx'
import { t } from '#words/screen-words.ts'
import { AnswerView } from './answer-view.tsx'
import type { Endpoint, Parameter } from './endpoints.ts'
import { curlOf, draftOf, typescriptOf, type Draft, type Origin, type Typed } from './request-text.ts'
import { send, type Answer } from './sending.ts'

/** The usual value of a parameter: the default autopilot. */
const usualOf = ({ name }: Parameter, { path }: Endpoint): string =>
  name === 'id' && path.includes('/autopilots/{id}') ? '_default' : ''

const beginningOf = (endpoint: Endpoint): Typed => ({
  parameters: new Map(
    endpoint.parameters.map((parameter) => [
      parameter.name,
      parameter.isRequired ? (parameter.choices[0] ?? usualOf(parameter, endpoint)) : '',
    ]),
  ),
  body: endpoint.body ?? '',
})

interface FieldProps {
  readonly parameter: Parameter
  readonly value: string
  readonly onType: (value: string) => void
}

const ParameterField = ({ parameter, value, onType }: FieldProps): JSX.Element => {
  const { name, place, isRequired, choices, hint } = parameter
  return (
    <label class="field">
      <span>
        <strong>{name}</strong> · {t(`developer.${place}`)} {isRequired ? '' : t('developer.optional')}
      </span>
      {choices.length > 0 ? (
        <select
          value={value}
          data-testid={`parameter-${name}`}
          onChange={({ currentTarget }) => onType(currentTarget.value)}
        >
          {!isRequired && <option value="">–</option>}
          {choices.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      ) : (
        <input
          value={value}
          autoComplete="off"
          autoCapitalize="none"
          spellcheck={false}
          data-testid={`parameter-${name}`}
          onInput={({ currentTarget }) => onType(currentTarget.value)}
        />
      )}
      {hint !== '' && <span>{hint}</span>}
    </label>
  )
}

interface FormProps {
  readonly endpoint: Endpoint
  readonly typed: Typed
  readonly onType: (typed: Typed) => void
}

const Fields = ({ endpoint, typed, onType }: FormProps): JSX.Element => (
  <>
    {endpoint.parameters.map((parameter) => (
      <ParameterField
        key={parameter.name}
        parameter={parameter}
        value={typed.parameters.get(parameter.name) ?? ''}
        onType={(value) =>
          onType({ ...typed, parameters: new Map([...typed.parameters, [parameter.name, value]]) })
        }
      />
    ))}
    {endpoint.body !== undefined && (
      <label class="field">
        <span>{t('developer.body')}</span>
        <textarea
          class="developer-body"
          rows={Math.min(typed.body.split('\n').length + 1, 14)}
          value={typed.body}
          spellcheck={false}
          data-testid="request-body"
          onInput={({ currentTarget }) => onType({ ...typed, body: currentTarget.value })}
        />
      </label>
    )}
  </>
)

/** Sends one request at a time and stores the result. */
const useSending = () => {
  const [answer, setAnswer] = useState<Answer | string | undefined>(undefined)
  const [isBusy, setBusy] = useState(false)
  const ask = async (draft: Draft): Promise<void> => {
    setBusy(true)
    try {
      setAnswer(await send(draft))
    } catch (error) {
      setAnswer(error instanceof Error ? `${t('link.never')} (${error.message})` : t('link.never'))
    }
    setBusy(false)
  }
  return { answer, isBusy, ask: (draft: Draft) => void ask(draft) }
}

const isMissing = ({ parameters }: Endpoint, typed: Typed): boolean =>
  parameters.some(({ name, isRequired }) => isRequired && (typed.parameters.get(name) ?? '') === '')

interface SendProps {
  readonly method: string
  readonly disabled: boolean
  readonly onSend: () => void
}

/** Sends a read at once; anything that may move the boat needs a second press. */
const SendButton = ({ method, disabled, onSend }: SendProps): JSX.Element =>
  method === 'GET' ? (
    <button
      type="button"
      class="button strong"
      disabled={disabled}
      data-testid="request-send"
      onClick={onSend}
    >
      {t('developer.send')}
    </button>
  ) : (
    <ConfirmButton
      label={t('developer.send')}
      question={t('developer.sure', { method })}
      disabled={disabled}
      testId="request-send"
      onConfirm={onSend}
    />
  )

const Texts = ({ draft, origin }: { readonly draft: Draft; readonly origin: Origin }): JSX.Element => (
  <details class="developer-texts">
    <summary data-testid="request-texts">{t('developer.texts')}</summary>
    <Copyable title="curl" text={curlOf(draft, origin)} testId="request-curl" />
    <Copyable title="TypeScript" text={typescriptOf(draft, origin)} testId="request-typescript" />
  </details>
)

const Heading = ({ endpoint }: { readonly endpoint: Endpoint }): JSX.Element => (
  <>
    <a class="button plain developer-back" href={hrefOf('developer', 'requests')}>
      ‹ {t('developer.requests')}
    </a>
    <h2 class="developer-title">
      <span class="developer-method" data-method={endpoint.method}>
        {endpoint.method}
      </span>{' '}
      {endpoint.path}
    </h2>
    <p>{endpoint.summary}</p>
    {endpoint.scope !== '' && <p class="quiet small">{t('developer.scope', { scope: endpoint.scope })}</p>}
  </>
)

/** One request: its parameters, body and response. */
export const RequestView = ({ endpoint }: { readonly endpoint: Endpoint }): JSX.Element => {
  const { session, productWord, link } = useBoat()
  const [typed, setTyped] = useState(() => beginningOf(endpoint))
  const { answer, isBusy, ask } = useSending()
  const draft = draftOf(endpoint, typed)
  const origin = { url: location.origin, productWord, needsToken: session.me.value.boat !== 'open' }
  return (
    <div class="developer-form" data-testid="request">
      <Heading endpoint={endpoint} />
      <Fields endpoint={endpoint} typed={typed} onType={setTyped} />
      <div class="row wrap">
        <SendButton
          method={endpoint.method}
          disabled={isBusy || link.isLost.value || isMissing(endpoint, typed)}
          onSend={() => ask(draft)}
        />
        {isMissing(endpoint, typed) && <span class="quiet small">{t('developer.missing')}</span>}
      </div>
      {answer !== undefined && <AnswerView answer={answer} />}
      <Texts draft={draft} origin={origin} />
    </div>
  )
}
