import type { ComponentChildren, JSX } from 'preact'
import { isFound } from './word-search.ts'
import { t } from '#words/screen-words.ts'
import './search-field.css'

interface PathListProps {
  readonly paths: readonly { readonly path: string; readonly name: string }[]
  readonly search: string
  readonly testId: string
  /** Shown when no path is found. */
  readonly noMatch: string
  /** The paths that are chosen, if the list shows that. */
  readonly chosen?: readonly string[]
  /** How many may be chosen. */
  readonly most?: number
  readonly onChoose: (path: string) => void
  /** Other choices, before the paths. */
  readonly children?: ComponentChildren
}

/** More than a thumb scrolls through. */
const mostListed = 60

/** The paths whose path or name contains all words of a search. */
export const PathList = (props: PathListProps): JSX.Element => {
  const { chosen, most = Infinity } = props
  const found = props.paths.filter(({ path, name }) => isFound(`${path} ${name}`, props.search))
  return (
    <div class="choice-list">
      {props.children}
      {found.slice(0, mostListed).map(({ path, name }) => (
        <button
          key={path}
          type="button"
          class="button"
          aria-pressed={chosen?.includes(path)}
          disabled={chosen !== undefined && !chosen.includes(path) && chosen.length >= most}
          data-testid={props.testId}
          data-path={path}
          onClick={() => props.onChoose(path)}
        >
          <span>{name}</span>
          <small class="quiet">{path}</small>
        </button>
      ))}
      {found.length === 0 && <p class="quiet">{props.noMatch}</p>}
      {found.length > mostListed && (
        <p class="quiet">{t('instruments.more', { count: found.length - mostListed })}</p>
      )}
    </div>
  )
}
