import { FileText, Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatEmail } from '../../../contract/email-address.ts'
import type { DirectoryEntry } from '../../../contract/directory.ts'
import { nationNames } from '../../../contract/retention-rules.ts'
import { DescriptionList } from '../../ui/description-list.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { BackLink } from '../../ui/plain/back-link.tsx'
import { ButtonLink } from '../../ui/plain/button.tsx'
import { dayText, momentText } from '../../ui/plain/date-text.ts'
import { Panel } from '../../ui/plain/panel.tsx'
import { ClinicBadge } from './clinic-badge.tsx'
import { ClinicPeoplePanel } from './clinic-people-panel.tsx'
import { ClinicPlanPanel } from './clinic-plan-panel.tsx'
import { ClinicHistoryPanel, ClinicStatusPanel } from './clinic-status-panel.tsx'
import { secondFactorText } from './practice-second-factor.ts'

type ClinicAccountScreenProps = {
  clinic: DirectoryEntry
  hrefs: { list: string; edit: string; consents: string }
  /** How its patients see it. */
  brand: ReactNode
  /** How many of its consents stand in each state. */
  consents: ReactNode
  onChanged: () => Promise<void>
}

/** One practice: its account, plan, people and what was done to it. Nothing of its patients. */
export function ClinicAccountScreen({ clinic, hrefs, brand, consents, onChanged }: ClinicAccountScreenProps) {
  return (
    <>
      <PageHeader
        back={<BackLink href={hrefs.list}>Practice Directory</BackLink>}
        title={clinic.name}
        badge={<ClinicBadge status={clinic.status} />}
        lead={
          clinic.lastActivityAt ? `Last activity ${momentText(clinic.lastActivityAt)}` : 'No activity yet'
        }
        actions={
          <>
            <ButtonLink href={hrefs.consents} variant="quiet" icon={FileText}>
              Consents
            </ButtonLink>
            <ButtonLink href={hrefs.edit} icon={Pencil}>
              Edit
            </ButtonLink>
          </>
        }
      />
      <div className="mt-6 grid items-start gap-6 lg:grid-cols-2">
        <div className="space-y-6">
          <ClinicStatusPanel clinic={clinic} />
          <ClinicPlanPanel clinic={clinic} />
        </div>
        <div className="space-y-6">
          <FactsPanel clinic={clinic} />
          <Panel title="Branding">{brand}</Panel>
        </div>
      </div>
      <div className="mt-6 space-y-6">
        <ClinicPeoplePanel clinic={clinic} onChanged={onChanged} />
        {consents}
        <ClinicHistoryPanel clinic={clinic} />
      </div>
    </>
  )
}

function FactsPanel({ clinic }: { clinic: DirectoryEntry }) {
  const { address, phone, email, website, nation, timeZone, createdAt } = clinic
  const given = (value: string) =>
    value === '' ? (
      <span className="text-muted">Not recorded</span>
    ) : (
      <span className="wrap-anywhere whitespace-pre-line" dir="auto">
        {value}
      </span>
    )
  return (
    <Panel title="Details">
      <DescriptionList
        items={[
          { term: 'Address', detail: given(address) },
          { term: 'Phone', detail: given(phone) },
          { term: 'E-mail', detail: given(formatEmail(email)) },
          { term: 'Website', detail: given(website) },
          { term: 'Nation', detail: nationNames[nation] },
          { term: 'Time zone', detail: timeZone.replaceAll('_', ' ') },
          { term: 'Second factor', detail: secondFactorText(clinic, new Date()) },
          { term: 'Joined', detail: dayText(createdAt) },
        ]}
      />
    </Panel>
  )
}
