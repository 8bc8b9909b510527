import { Frame, Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { embed_origins_max } from '../../../contract/limits.ts'
import { api } from '../../api.ts'
import { useConfirm } from '../../ui/alert-provider.tsx'
import { CellText } from '../../ui/cell-text.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { momentText } from '../../ui/plain/date-text.ts'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import type { Column } from '../../ui/table-row.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useTask } from '../../ui/use-task.ts'
import { useIsFeatureDisabled } from '../clinics/index.ts'
import type { EmbedOrigin } from './connection-words.ts'
import { EmbedOriginDialog } from './lazy-connection-dialogs.ts'

const columns = (onRemove: (origin: EmbedOrigin) => void): Column<EmbedOrigin>[] => [
  { key: 'origin', header: 'Origin', cell: ({ origin }) => <CellText main={origin} /> },
  {
    key: 'added',
    header: 'Added',
    cell: ({ addedBy, addedAt }) => <CellText main={addedBy} sub={momentText(addedAt)} />,
  },
  {
    key: 'actions',
    header: 'Actions',
    hideHeader: true,
    align: 'end',
    cell: (origin) => (
      <Button variant="link" size="small" onClick={() => onRemove(origin)}>
        Remove<span className="sr-only"> {origin.origin}</span>
      </Button>
    ),
  },
]

type EmbedOriginListProps = {
  origins: readonly EmbedOrigin[]
  busy: boolean
  onChanged: () => Promise<void>
}

/** Whose pages may show how consents stand. */
export function EmbedOriginList({ origins, busy, onChanged }: EmbedOriginListProps) {
  const [isAdding, setIsAdding] = useState(false)
  const isOff = useIsFeatureDisabled('new-connections')
  const confirm = useConfirm()
  const toast = useToast()
  const { problem, run } = useTask()

  async function remove({ id, origin }: EmbedOrigin) {
    const sure = await confirm({
      title: `Remove ${origin}?`,
      text: 'Its pages can no longer show consents. Views that are open there end within a minute.',
      confirm: 'Remove origin',
      danger: true,
    })
    if (!sure) return
    const isDone = await run(async () => {
      await api.embeds.removeOrigin({ originId: id })
      await onChanged()
    })
    if (isDone) toast(`${origin} was removed.`)
  }
  const add = !isOff && origins.length < embed_origins_max && (
    <Button icon={Plus} onClick={() => setIsAdding(true)}>
      Add origin
    </Button>
  )
  return (
    <>
      <ProblemMessage problem={problem} className="mb-4" />
      {origins.length > 0 && (
        <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
          <p className="text-muted">
            These pages can show how consents stand. Nothing can be signed or changed there.
          </p>
          {add}
        </div>
      )}
      <DataTable
        caption="Origins"
        columns={columns((origin) => void remove(origin))}
        rows={origins}
        rowKey={({ id }) => id}
        busy={busy}
        empty={
          <EmptyState icon={Frame} title="No origins yet" action={add}>
            Add your practice system’s address to let it show how consents stand inside its own pages. It also
            needs an API key.
          </EmptyState>
        }
      />
      <Suspense>
        {isAdding && <EmbedOriginDialog onSaved={onChanged} onClose={() => setIsAdding(false)} />}
      </Suspense>
    </>
  )
}
