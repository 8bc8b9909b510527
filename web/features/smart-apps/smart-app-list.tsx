import { AppWindow, Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { api } from '../../api.ts'
import { useConfirm } from '../../ui/alert-provider.tsx'
import { CellText } from '../../ui/cell-text.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { CopyField } from '../../ui/plain/copy-field.tsx'
import { lazyPart } from '../../ui/plain/lazy-part.ts'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import type { Column } from '../../ui/table-row.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useTask } from '../../ui/use-task.ts'
import { useIsFeatureDisabled } from '../clinics/index.ts'
import { patientScopeWords, type SmartApp } from './smart-app-words.ts'

const SmartAppDialog = lazyPart(async () => ({
  default: (await import('./smart-app-dialog.tsx')).SmartAppDialog,
}))

const columns = (onRemove: (app: SmartApp) => void): Column<SmartApp>[] => [
  {
    key: 'name',
    header: 'App',
    cell: ({ name, launchUrl }) => <CellText main={name} sub={new URL(launchUrl).host} />,
  },
  {
    key: 'scopes',
    header: 'Can read',
    cell: ({ scopes }) => scopes.map((scope) => patientScopeWords[scope]).join(', '),
    className: 'text-muted',
  },
  {
    key: 'client',
    header: 'Client ID',
    cell: ({ id, name }) => <CopyField label={`Client ID of ${name}`} hideLabel value={id} />,
  },
  {
    key: 'actions',
    header: 'Actions',
    hideHeader: true,
    align: 'end',
    cell: (app) => (
      <Button variant="link" size="small" onClick={() => onRemove(app)}>
        Remove<span className="sr-only"> {app.name}</span>
      </Button>
    ),
  },
]

type SmartAppListProps = { apps: readonly SmartApp[]; busy: boolean; onChanged: () => Promise<void> }

/** The apps that staff can open at a patient. */
export function SmartAppList({ apps, busy, onChanged }: SmartAppListProps) {
  const [isAdding, setIsAdding] = useState(false)
  const isOff = useIsFeatureDisabled('new-connections')
  const confirm = useConfirm()
  const toast = useToast()
  const { problem, run } = useTask()

  async function remove({ id, name }: SmartApp) {
    const sure = await confirm({
      title: `Remove ${name}?`,
      text: 'Staff can no longer open it, and its access ends immediately.',
      confirm: 'Remove app',
      danger: true,
    })
    if (!sure) return
    const isDone = await run(async () => {
      await api.smartApps.remove({ appId: id })
      await onChanged()
    })
    if (isDone) toast(`${name} was removed.`)
  }
  const register = !isOff && (
    <Button icon={Plus} onClick={() => setIsAdding(true)}>
      Register app
    </Button>
  )
  return (
    <>
      <ProblemMessage problem={problem} className="mb-4" />
      {apps.length > 0 && <div className="mb-4 flex justify-end">{register}</div>}
      <DataTable
        caption="Apps"
        columns={columns((app) => void remove(app))}
        rows={apps}
        rowKey={({ id }) => id}
        busy={busy}
        empty={
          <EmptyState icon={AppWindow} title="No apps yet" action={register}>
            A registered app opens from a patient’s record and reads what you allow (SMART on FHIR).
          </EmptyState>
        }
      />
      <Suspense>
        {isAdding && <SmartAppDialog onSaved={onChanged} onClose={() => setIsAdding(false)} />}
      </Suspense>
    </>
  )
}
