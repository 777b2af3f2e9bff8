import { doctorFaults, type DoctorFault, type DoctorFinding, type DoctorReport } from '@marinedata/model'
import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { useBoat } from '#boat/boat.ts'
import { t } from '#words/screen-words.ts'
import { Card, Choosing } from './own-card.tsx'

const scopes = ['all', 'small'] as const
type BackupScope = (typeof scopes)[number]

const queries: Readonly<Record<BackupScope, string>> = { all: '', small: '?without=charts,history' }

const BackupCard = (): JSX.Element => {
  const { productWord } = useBoat()
  const [scope, setScope] = useState<BackupScope>('all')
  return (
    <Card title={t('settings.backup')}>
      <p class="quiet">{t('settings.backup.text')}</p>
      <Choosing
        of="backup"
        label={t('settings.backup.scope')}
        value={scope}
        choices={scopes.map((value) => ({ value, label: t(`settings.backup.${value}`) }))}
        onChoose={setScope}
      />
      <a
        class="button"
        href={`/${productWord}/v2/api/backup${queries[scope]}`}
        download
        data-testid="download-backup"
      >
        {t('settings.backup.download')}
      </a>
    </Card>
  )
}

const marks = { ok: '✓', advice: '•', problem: '!' } as const

const isFault = (result: string): result is DoctorFault => doctorFaults.some((fault) => fault === result)

const Finding = ({ check, result, details, level }: DoctorFinding): JSX.Element => (
  <li data-level={level} data-result={result}>
    <strong>
      {marks[level]} {t(`settings.doctor.${check}`)}
    </strong>
    <span>{t(`settings.doctor.${result}`, details)}</span>
    {isFault(result) && <span class="quiet">→ {t(`settings.doctor.${result}.action`, details)}</span>}
  </li>
)

const Findings = ({ findings }: Pick<DoctorReport, 'findings'>): JSX.Element => (
  <ul class="upkeep-findings" data-testid="doctor-findings">
    {findings.map((finding) => (
      <Finding key={finding.message} {...finding} />
    ))}
  </ul>
)

const DoctorCard = (): JSX.Element => {
  const { client } = useBoat()
  const [report, setReport] = useState<DoctorReport | 'running' | 'failed'>()
  const check = (): void => {
    setReport('running')
    client.call('GET doctor').then(setReport, () => setReport('failed'))
  }
  return (
    <Card title={t('settings.doctor')}>
      <p class="quiet">{t('settings.doctor.text')}</p>
      <button
        type="button"
        class="button"
        disabled={report === 'running'}
        data-testid="run-doctor"
        onClick={check}
      >
        {t('settings.doctor.run')}
      </button>
      {report === 'failed' && <p role="alert">{t('settings.doctor.failed')}</p>}
      {typeof report === 'object' && <Findings findings={report.findings} />}
    </Card>
  )
}

/** Backup and checks, for owners. */
export const UpkeepCards = (): JSX.Element | null => {
  const { session } = useBoat()
  if (!session.mayAdminister.value) return null
  return (
    <>
      <BackupCard />
      <DoctorCard />
    </>
  )
}
