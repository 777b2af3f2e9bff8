import type { JSX } from 'preact'
import { hrefOf } from '#app/router.ts'
import { t } from '#words/screen-words.ts'
import { catalogueOf, type KnownProblem } from './catalogue.ts'
import type { Endpoint } from './endpoints.ts'

const Places = ({ endpoints }: Pick<KnownProblem, 'endpoints'>): JSX.Element =>
  endpoints.length === 0 ? (
    <p class="quiet small">{t('developer.anywhere')}</p>
  ) : (
    <details>
      <summary class="quiet small">{t('developer.places', { count: endpoints.length })}</summary>
      <ul>
        {endpoints.map(({ id, method, path }) => (
          <li key={id}>
            <a href={hrefOf('developer', `requests/${id}`)}>
              {method} {path}
            </a>
          </li>
        ))}
      </ul>
    </details>
  )

/** All problems of the server, and the endpoints that return them. */
export const ProblemsView = ({ endpoints }: { readonly endpoints: readonly Endpoint[] }): JSX.Element => (
  <ul class="developer-problems" tabIndex={0} aria-label={t('developer.problems')}>
    {catalogueOf(endpoints).map((problem) => (
      <li key={problem.code} data-testid="problem" data-code={problem.code}>
        <span class="developer-status">{problem.status}</span>
        <div>
          <p>
            <strong>{problem.code}</strong> {problem.title}
            {problem.isRetryable && <span class="quiet small"> · {t('developer.retryable')}</span>}
          </p>
          <Places endpoints={problem.endpoints} />
        </div>
      </li>
    ))}
  </ul>
)
