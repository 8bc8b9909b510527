import { useCallback, useEffect, useState } from 'react'
import type { Flag } from '../../../contract/permissions.ts'
import type { PatientRecord } from '../../../contract/records.ts'
import { api } from '../../api.ts'
import { FailedState } from '../../ui/failed-state.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { Spinner } from '../../ui/plain/spinner.tsx'
import { DataRequestSummary, type DataRequestSummaryProps } from './data-request-summary.tsx'
import { PackSection } from './pack-section.tsx'
import { RetentionSection } from './retention-section.tsx'
import { usePolling } from '../../ui/use-polling.ts'

type RequestLinks = Pick<DataRequestSummaryProps, 'hrefOf' | 'onOpened'>

type PatientRecordPanelProps = {
  patientId: string
  /** What the reader may do. */
  may: (wanted: Flag) => boolean
  requests: RequestLinks
}

/** What is kept of a patient and for how long, holds on it, requests to see it, and copies made of it. */
export function PatientRecordPanel({ patientId, may, requests }: PatientRecordPanelProps) {
  const mayRead = may('createConsents') || may('canEditPatients')
  return mayRead ? (
    <Loaded key={patientId} {...{ patientId, requests }} mayHold={may('overrideConsents')} />
  ) : null
}

type LoadedProps = { patientId: string; requests: RequestLinks; mayHold: boolean }

function Loaded({ patientId, requests, mayHold }: LoadedProps) {
  const [record, setRecord] = useState<PatientRecord>()
  const [failed, setFailed] = useState(false)

  const load = useCallback(async () => {
    try {
      setRecord(await api.records.ofPatient({ patientId }))
      setFailed(false)
    } catch {
      setFailed(true)
    }
  }, [patientId])
  useEffect(() => void load(), [load])
  const isPreparing = record?.packs.some(({ status }) => status === 'preparing') ?? false
  usePolling(isPreparing, load)

  const part = { patientId, onChanged: setRecord }
  return (
    <Panel title="Record" lead="Retention period and copies for the patient." className="mt-5">
      {failed && !record && <FailedState onRetry={() => void load()} />}
      {!record && !failed && <Spinner message="Loading" />}
      {record && (
        <div className="space-y-6">
          <RetentionSection {...part} record={record} mayHold={mayHold} />
          <DataRequestSummary {...{ patientId, record }} {...requests} />
          <PackSection patientId={patientId} packs={record.packs} onChanged={load} />
        </div>
      )}
    </Panel>
  )
}
