import { Eye } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { ConsentBadge } from '../../features/consents/consent-badge.tsx'
import { shortConsentId, type ConsentMetadata } from '../../features/emergency-accesses/access-words.ts'
import { MetadataPanels } from '../../features/emergency-accesses/metadata-panels.tsx'
import { OpenRecordDialog } from '../../features/emergency-accesses/open-record-dialog.tsx'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { pageTitle } from '../../page-meta.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { BackLink } from '../../ui/plain/back-link.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { timeText } from '../../ui/plain/date-text.ts'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { useTask } from '../../ui/use-task.ts'
import { useToast } from '../../ui/toast.tsx'
import type { Route } from './+types/admin-consent.ts'
import { AdminOpenedRecord, type OpenedRecord } from './admin-opened-record.tsx'

export const meta = () => pageTitle('Consent')

export async function clientLoader({ params: { consentId }, request: { signal } }: Route.ClientLoaderArgs) {
  const consent = await api.emergencyAccesses.metadata({ consentId }, { signal })
  const accessId = consent.running
  const record = accessId ? await api.emergencyAccesses.record({ consentId, accessId }, { signal }) : null
  return { consent, record }
}

export default function AdminConsent({ loaderData: { consent, record } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const [isAsking, setIsAsking] = useState(false)
  return (
    <div className="mx-auto max-w-page">
      <PageHeader
        title={`Consent ${shortConsentId(consent.id)}`}
        lead={
          record
            ? 'You see this record as the practice does. Each view is logged for the practice.'
            : 'Status, times and fingerprints. Patients and treatments are not shown.'
        }
        badge={<ConsentBadge status={consent.status} />}
        back={<BackLink href="/admin/consents">Consents</BackLink>}
        actions={
          !record &&
          consent.contentHash && (
            <Button variant="quiet" icon={Eye} onClick={() => setIsAsking(true)}>
              Open the record
            </Button>
          )
        }
      />
      {record && <OpenAccessNotice consent={consent} record={record} onChanged={revalidate} />}
      {!consent.contentHash && (
        <InlineMessage className="mt-5">
          This consent is a draft, so there is no record to open.
        </InlineMessage>
      )}
      <div className="mt-5 space-y-5">
        {record && <AdminOpenedRecord record={record} />}
        <MetadataPanels consent={consent} />
      </div>
      {isAsking && (
        <OpenRecordDialog
          consentId={consent.id}
          clinicName={consent.clinicName}
          onOpened={revalidate}
          onClose={() => setIsAsking(false)}
        />
      )}
    </div>
  )
}

type OpenAccessNoticeProps = {
  consent: ConsentMetadata
  record: OpenedRecord
  onChanged: () => Promise<void>
}

/** Until when the record is open, and a way to close it before. It closes here too when its time is over. */
function OpenAccessNotice({ consent, record: { access }, onChanged }: OpenAccessNoticeProps) {
  const { busy, problem, run } = useTask()
  const toast = useToast()
  const close = useEffectEvent(() => void onChanged())
  const { until } = access
  useEffect(() => {
    const timer = setTimeout(close, Math.max(0, Date.parse(until) - Date.now()) + 1000)
    return () => clearTimeout(timer)
  }, [until])

  async function end() {
    await api.emergencyAccesses.end({ consentId: consent.id, accessId: access.id })
    await onChanged()
    toast('Record closed.')
  }
  return (
    <InlineMessage tone="warn" title={`Open until ${timeText(until)}`} className="mt-5">
      <p>
        <bdi>{consent.clinicName}</bdi> has been notified that you opened this record, and why.
      </p>
      <Button size="small" variant="quiet" className="mt-3" busy={busy} onClick={() => void run(end)}>
        Close the record now
      </Button>
      <ProblemMessage problem={problem} className="mt-3" />
    </InlineMessage>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <AreaFailure error={error} failed="Failed to load the consent" />
)
