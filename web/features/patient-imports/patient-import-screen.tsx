import type { PatientImport } from '../../../contract/patient-imports.ts'
import { api } from '../../api.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { BackLink } from '../../ui/plain/back-link.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { queryWith } from '../../ui/query-string.ts'
import { StepList } from '../../ui/step-list.tsx'
import { useTask } from '../../ui/use-task.ts'
import { CheckStep } from './import-check-step.tsx'
import { ColumnsStep } from './import-columns-step.tsx'
import { FileStep, type ImportPage } from './import-file-step.tsx'
import { ProgressStep } from './import-progress-step.tsx'
import { parseImportQuery } from './import-query.ts'
import { ResultStep } from './import-result-step.tsx'
import type { RowPage } from './import-row-table.tsx'

/** What the page shows: no file yet, or one with its rows once they were checked. */
export type ImportState = { record: null; past: ImportPage } | { record: PatientImport; rows: RowPage | null }

export type PatientImportScreenProps = {
  shown: ImportState
  params: URLSearchParams
  loading: boolean
  listHref: string
  patientHref: (patientId: string) => string
  /** Where records of the patients of a list are imported; absent where the reader may not. */
  recordsHref?: ((importId: string) => string) | undefined
  /** Another import or step, as a query string; the one before is one step back. */
  onGo: (query: string) => void
  onChanged: () => Promise<void>
}

const steps = ['Choose a file', 'Columns', 'Check', 'Import']

function currentStep({ record }: ImportState, isSettingColumns: boolean): number {
  if (!record) return 0
  if (record.status === 'draft' || (record.status === 'checked' && isSettingColumns)) return 1
  return record.status === 'checked' ? 2 : 3
}

const startQuery = '?'
const importHref = (importId: string) => `?import=${importId}`

/** Brings patients in from another system's list, step by step. */
export function PatientImportScreen(props: PatientImportScreenProps) {
  const { shown, params, listHref, onGo } = props
  const current = currentStep(shown, parseImportQuery(params).isSettingColumns)
  const discarding = useTask()
  const discard = (importId: string) =>
    discarding.run(async () => {
      await api.patientImports.discard({ importId })
      onGo(startQuery)
    })
  return (
    <>
      <PageHeader
        back={<BackLink href={listHref}>Patients</BackLink>}
        title="Import patients"
        lead="Preview first. Nothing changes until you confirm, and you can undo it."
      />
      <StepList label="Steps of the import" steps={steps} current={current} className="mt-6" />
      <ProblemMessage problem={discarding.problem} className="mt-4" />
      <div className="mt-6">
        {shown.record ? (
          <OpenImport
            {...props}
            record={shown.record}
            rows={shown.rows}
            isSettingColumns={current === 1}
            onDiscard={discard}
          />
        ) : (
          <FileStep
            past={shown.past}
            hrefOf={importHref}
            hrefOfPage={(page) => queryWith(params, { page: page > 1 ? page : undefined })}
            onRead={({ id }) => onGo(importHref(id))}
          />
        )}
      </div>
    </>
  )
}

type OpenImportProps = PatientImportScreenProps & {
  record: PatientImport
  rows: RowPage | null
  isSettingColumns: boolean
  onDiscard: (importId: string) => Promise<boolean>
}

function OpenImport(props: OpenImportProps) {
  const { record, rows, isSettingColumns, onDiscard, onGo, onChanged, listHref } = props
  const discard = () => void onDiscard(record.id)
  // Without the filters of the step before. Where there were none the address is the same, so what it shows is fetched anew.
  const goOn = () => onGo(importHref(record.id))
  if (isSettingColumns)
    return (
      <ColumnsStep key={record.id} record={record} onChecked={goOn} onRead={onChanged} onDiscard={discard} />
    )
  if (record.status === 'running' || record.status === 'undoing')
    return <ProgressStep key={record.status} record={record} onFinished={onChanged} />
  if (!rows) return null
  if (record.status === 'checked')
    return <CheckStep {...props} rows={rows} onStarted={goOn} onDiscard={discard} />
  return <ResultStep {...props} rows={rows} listHref={listHref} againHref={startQuery} />
}
