import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { Credential, Invitation, Pairing, Person, TokenRole } from '@marinedata/model'
import { ConfirmButton } from '#parts/confirm-button.tsx'
import { roleName } from '#words/role-name.ts'
import { momentText } from '#words/words.ts'
import { t } from '#words/screen-words.ts'
import { personRoles, tokenRoles, type AccessStore, type AccessPage } from './access-store.ts'

/** Runs a change and shows the result. */
export type Change = (sentence: string, act: () => Promise<void>) => void

interface RowProps {
  readonly store: AccessStore
  readonly change: Change
}

const moment = (time: string): string => momentText(Date.parse(time), Date.now())

interface RoleChoiceProps<Role extends TokenRole> {
  readonly roles: readonly Role[]
  readonly role: Role
  readonly label: string
  /** In a row the name of the person says what the role is of: the label is for screen readers. */
  readonly isInRow?: boolean
  readonly onChoose: (role: Role) => void
}

export const RoleChoice = <Role extends TokenRole>({
  roles,
  role,
  label,
  isInRow = false,
  onChoose,
}: RoleChoiceProps<Role>): JSX.Element => (
  <label class="field access-role">
    <span class={isInRow ? 'unseen' : ''}>{label}</span>
    <select
      value={role}
      onChange={({ currentTarget }) => {
        const chosen = roles.find((known) => known === currentTarget.value)
        if (chosen !== undefined) onChoose(chosen)
      }}
    >
      {roles.map((known) => (
        <option key={known} value={known}>
          {roleName(known)}
        </option>
      ))}
    </select>
  </label>
)

/** The rights of each role, below the list in which roles are chosen. */
export const RoleLegend = (): JSX.Element => (
  <ul class="access-legend quiet small" data-testid="access-roles">
    {personRoles.map((role) => (
      <li key={role}>{t(`access.role.${role}`)}</li>
    ))}
  </ul>
)

interface DigitsProps {
  /** False for an app of the Signal K family, which shows no digits. */
  readonly isShown: boolean
  readonly digits: string
  readonly onType: (digits: string) => void
}

const DigitsField = ({ isShown, digits, onType }: DigitsProps): JSX.Element => {
  if (!isShown) return <p class="quiet small">{t('access.noDigits')}</p>
  return (
    <label class="field">
      {t('access.digits')}
      <input
        required
        inputMode="numeric"
        autoComplete="off"
        pattern="[0-9 ]{6,7}"
        maxLength={7}
        value={digits}
        onInput={({ currentTarget }) => onType(currentTarget.value)}
      />
    </label>
  )
}

interface PathsProps {
  readonly paths: string
  readonly onType: (paths: string) => void
}

const PathsField = ({ paths, onType }: PathsProps): JSX.Element => (
  <label class="field">
    {t('access.paths')}
    <input
      class="access-paths"
      required
      autoComplete="off"
      autoCapitalize="none"
      spellcheck={false}
      placeholder="environment.depth.*"
      value={paths}
      onInput={({ currentTarget }) => onType(currentTarget.value)}
    />
  </label>
)

export const WaitingRow = ({
  pairing,
  store,
  change,
}: RowProps & { readonly pairing: Pairing }): JSX.Element => {
  const [role, setRole] = useState<TokenRole>('viewer')
  const [digits, setDigits] = useState('')
  const [paths, setPaths] = useState('')
  const { name, address, askedAt, family = false } = pairing
  return (
    <li class="access-asking">
      <div class="grow">
        <strong>{name}</strong>
        <p class="quiet small">{t('access.asks', { address, time: moment(askedAt) })}</p>
      </div>
      <form
        class="access-let-in"
        onSubmit={(event) => {
          event.preventDefault()
          change(t('access.letIn', { name, role: roleName(role) }), () =>
            store.approve(pairing, { ...(!family && { digits }), role, paths }),
          )
        }}
      >
        <DigitsField isShown={!family} digits={digits} onType={setDigits} />
        <RoleChoice roles={tokenRoles} role={role} label={t('access.letInAs')} onChoose={setRole} />
        {role === 'device' && <PathsField paths={paths} onType={setPaths} />}
        <button type="submit" class="button strong">
          {t('access.letInButton')}
        </button>
        <ConfirmButton
          label={t('access.sendAway')}
          question={t('access.sure')}
          onConfirm={() => change(t('access.sentAway', { name }), () => store.reject(pairing))}
        />
      </form>
    </li>
  )
}

export const PersonRow = ({ person, store, change }: RowProps & { readonly person: Person }): JSX.Element => {
  const { name, role, createdAt } = person
  return (
    <li>
      <div class="grow">
        <strong>{name}</strong>
        <p class="quiet small">{t('access.since', { time: moment(createdAt) })}</p>
      </div>
      <RoleChoice
        roles={personRoles}
        role={role}
        label={t('access.role')}
        isInRow
        onChoose={(next) =>
          change(t('access.isNow', { name, role: roleName(next) }), () => store.setRole(person, next))
        }
      />
      <ConfirmButton
        label={t('access.remove')}
        question={t('access.sure')}
        onConfirm={() => change(t('access.removed', { name }), () => store.remove(person))}
      />
    </li>
  )
}

export const InvitationRow = ({
  invitation,
  store,
  change,
}: RowProps & { readonly invitation: Invitation }): JSX.Element => {
  const role = roleName(invitation.role)
  return (
    <li>
      <div class="grow">
        <strong>{role}</strong>
        <p class="quiet small">{t('access.invitationOpen', { time: moment(invitation.expiresAt) })}</p>
      </div>
      <ConfirmButton
        label={t('access.withdraw')}
        question={t('access.sure')}
        onConfirm={() => change(t('access.withdrawn', { role }), () => store.withdraw(invitation))}
      />
    </li>
  )
}

const usedText = ({ usedAt, usedFrom, createdAt }: Credential): string =>
  usedAt === undefined
    ? t('access.unused', { time: moment(createdAt) })
    : t('access.used', { time: moment(usedAt), address: usedFrom ?? '?' })

/** For an app that sends its token in the address of a stream. Its role must allow more than to look. */
const AddressTick = ({
  credential,
  store,
  change,
}: RowProps & { readonly credential: Credential }): JSX.Element => {
  const { name, tokenInAddress } = credential
  return (
    <label class="access-tick small">
      <input
        type="checkbox"
        checked={tokenInAddress === 'all'}
        onChange={({ currentTarget: { checked } }) =>
          change(t(checked ? 'access.addressAll' : 'access.addressRead', { name }), () =>
            store.setTokenInAddress(credential, checked ? 'all' : 'read'),
          )
        }
      />
      {t('access.addressTick')}
    </label>
  )
}

export const CredentialRow = ({
  credential,
  store,
  change,
}: RowProps & { readonly credential: Credential }): JSX.Element => {
  const { name, kind, role, tokenInAddress } = credential
  return (
    <li>
      <div class="grow">
        <strong>{name}</strong>
        <p class="quiet small">
          {t(kind === 'session' ? 'access.session' : 'access.token')} · {roleName(role)} ·{' '}
          {usedText(credential)}
        </p>
        {tokenInAddress !== undefined && role !== 'viewer' && (
          <AddressTick credential={credential} store={store} change={change} />
        )}
      </div>
      <ConfirmButton
        label={t('access.revoke')}
        question={t('access.sure')}
        onConfirm={() => change(t('access.revoked', { name }), () => store.revoke(credential))}
      />
    </li>
  )
}

export const AuditRow = ({ entry }: { readonly entry: AccessPage['audit'][number] }): JSX.Element => {
  const did =
    'operation' in entry
      ? `${entry.operation.replaceAll('-', ' ')}: ${entry.subject}`
      : `${entry.device}: ${JSON.stringify(entry.asked)}: ${entry.outcome}`
  return (
    <li>
      <div class="grow">
        <span class="access-did">{did}</span>
        <p class="quiet small">
          {t('access.did', { who: entry.actor.name, from: entry.actor.address, time: moment(entry.at) })}
        </p>
      </div>
    </li>
  )
}
