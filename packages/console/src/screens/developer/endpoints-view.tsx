import { Fragment, type JSX } from 'preact'
import { useState } from 'preact/hooks'
import { hrefOf } from '#app/router.ts'
import { t } from '#words/screen-words.ts'
import { endpointsWith, grouped, type Endpoint } from './endpoints.ts'
import { RequestView } from './request-view.tsx'

const EndpointLink = ({
  endpoint,
  isChosen,
}: {
  readonly endpoint: Endpoint
  readonly isChosen: boolean
}): JSX.Element => {
  const { id, method, path, summary } = endpoint
  return (
    <li>
      <a
        class="developer-endpoint"
        href={hrefOf('developer', `requests/${id}`)}
        aria-current={isChosen ? 'true' : undefined}
        data-testid="endpoint"
        data-method={method}
        data-path={path}
      >
        <span class="developer-method" data-method={method}>
          {method}
        </span>
        <span class="developer-path">
          {path.split('/').map((name, at) => (
            <Fragment key={at}>
              {at > 0 && '/'}
              <wbr />
              {name}
            </Fragment>
          ))}
        </span>
        <span class="developer-summary quiet small">{summary}</span>
      </a>
    </li>
  )
}

interface ListProps {
  readonly endpoints: readonly Endpoint[]
  readonly chosen: string
}

const EndpointList = ({ endpoints, chosen }: ListProps): JSX.Element => {
  const [filter, setFilter] = useState('')
  const found = endpointsWith(endpoints, filter)
  return (
    <div class="developer-list">
      <div class="developer-bar">
        <input
          class="developer-filter"
          type="search"
          value={filter}
          placeholder={t('developer.filter')}
          aria-label={t('developer.filter')}
          data-testid="endpoint-filter"
          onInput={({ currentTarget }) => setFilter(currentTarget.value)}
        />
        <span class="quiet small" data-testid="endpoint-count">
          {t('developer.count', { count: found.length })}
        </span>
      </div>
      <div class="developer-groups">
        {[...grouped(found)].map(([group, members]) => (
          <section key={group} aria-label={group}>
            <h2 class="developer-group">{group}</h2>
            <ul>
              {members.map((endpoint) => (
                <EndpointLink
                  key={`${endpoint.method} ${endpoint.path}`}
                  endpoint={endpoint}
                  isChosen={endpoint.id === chosen}
                />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  )
}

/** The list beside the selected request; on a small screen one of the two. */
export const EndpointsView = ({ endpoints, chosen }: ListProps): JSX.Element => {
  const endpoint = endpoints.find(({ id }) => id === chosen)
  return (
    <div class="developer-requests" data-open={endpoint !== undefined}>
      <EndpointList endpoints={endpoints} chosen={chosen} />
      <div class="developer-request">
        {endpoint === undefined ? (
          <p class="empty">{t('developer.choose')}</p>
        ) : (
          <RequestView key={endpoint.id} endpoint={endpoint} />
        )}
      </div>
    </div>
  )
}
