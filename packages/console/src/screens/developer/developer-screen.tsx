import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { useConsole } from '#app/console-context.ts'
import { hrefOf } from '#app/router.ts'
import { useBoat, errorText } from '#boat/boat.ts'
import { t } from '#words/screen-words.ts'
import { endpointsIn, type Endpoint } from './endpoints.ts'
import { EndpointsView } from './endpoints-view.tsx'
import { ProblemsView } from './problems-view.tsx'
import { StreamView } from './stream-view.tsx'
import './developer.css'

const sections = ['requests', 'stream', 'problems'] as const
type Section = (typeof sections)[number]

const sectionOf = (name: string | undefined): Section =>
  sections.find((known) => known === name) ?? 'requests'

/** Loads the OpenAPI document once. */
const useEndpoints = (): readonly Endpoint[] | string | undefined => {
  const { client } = useBoat()
  const [found, setFound] = useState<readonly Endpoint[] | string | undefined>(undefined)
  useEffect(() => {
    client.call('GET', 'openapi.json').then(
      (document) => setFound(endpointsIn(document)),
      (error: unknown) => setFound(errorText(error)),
    )
  }, [])
  return found
}

const Sections = ({ section }: { readonly section: Section }): JSX.Element => (
  <nav class="developer-sections" aria-label={t('screen.developer')}>
    {sections.map((name) => (
      <a
        key={name}
        class={`button ${name === section ? 'chosen' : ''}`}
        href={hrefOf('developer', name)}
        aria-current={name === section ? 'page' : undefined}
        data-testid={`developer-${name}`}
      >
        {t(`developer.${name}`)}
      </a>
    ))}
  </nav>
)

const Described = ({
  section,
  chosen,
}: {
  readonly section: Section
  readonly chosen: string
}): JSX.Element => {
  const endpoints = useEndpoints()
  if (endpoints === undefined) return <p class="empty">{t('shell.loading')}</p>
  if (typeof endpoints === 'string') return <p class="notice">{endpoints}</p>
  return section === 'problems' ? (
    <ProblemsView endpoints={endpoints} />
  ) : (
    <EndpointsView endpoints={endpoints} chosen={chosen} />
  )
}

/** Requests, stream and problems, for developers. */
export const DeveloperScreen = (): JSX.Element => {
  const { route } = useConsole().router
  const [name, chosen = ''] = route.value.rest.split('/')
  const section = sectionOf(name)
  return (
    <div class="developer-screen">
      <Sections section={section} />
      {section === 'stream' ? <StreamView /> : <Described section={section} chosen={chosen} />}
    </div>
  )
}
