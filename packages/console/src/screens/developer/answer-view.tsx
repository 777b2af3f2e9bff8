import type { JSX } from 'preact'
import { isProblemCode, problems } from '@marinedata/model'
import { t } from '#words/screen-words.ts'
import type { Answer } from './sending.ts'

const meaningOf = (code: string): string => (isProblemCode(code) ? problems[code].title : '')

const Headers = ({ headers }: Pick<Answer, 'headers'>): JSX.Element => (
  <details>
    <summary>{t('developer.headers', { count: headers.length })}</summary>
    <dl class="developer-headers">
      {headers.map(([name, value]) => (
        <>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </>
      ))}
    </dl>
  </details>
)

/** The response as received, or why there is none. */
export const AnswerView = ({ answer }: { readonly answer: Answer | string }): JSX.Element => {
  if (typeof answer === 'string')
    return (
      <p class="notice" role="status">
        {answer}
      </p>
    )
  const { status, statusText, code, body, headers, ms } = answer
  return (
    <section class="developer-answer" role="status" aria-label={t('developer.answer')}>
      <p>
        <strong data-testid="answer-status" data-good={status < 400}>
          {status}
        </strong>{' '}
        {statusText} <span class="quiet small">{ms.toFixed(0)} ms</span>
      </p>
      {code !== undefined && (
        <p>
          <strong data-testid="answer-code">{code}</strong> <span class="quiet">{meaningOf(code)}</span>
        </p>
      )}
      <Headers headers={headers} />
      <pre data-testid="answer-body" tabIndex={0} aria-label={t('developer.answer')}>
        {body}
      </pre>
    </section>
  )
}
