import type { JSX } from 'preact'
import './search-field.css'

interface SearchFieldProps {
  readonly value: string
  /** Describes the possible input; also the name of the field. */
  readonly label: string
  readonly testId: string
  readonly onSearch: (text: string) => void
}

/** Filters a list while one types. */
export const SearchField = ({ value, label, testId, onSearch }: SearchFieldProps): JSX.Element => (
  <input
    type="search"
    class="text-field"
    value={value}
    placeholder={label}
    aria-label={label}
    data-testid={testId}
    onInput={({ currentTarget }) => onSearch(currentTarget.value)}
  />
)
