import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { today } from '../../../contract/calendar-day.ts'
import type { FeeQuote } from '../../../contract/charges.ts'
import type { FeeRow } from '../../../contract/fees.ts'
import { useConfirm } from '../../ui/alert-provider.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { sortableColumns } from '../../ui/list-orders.ts'
import { Form } from '../../ui/form.tsx'
import { ErrorSummary, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { forgetDraft, readDraftState, saveDraftState } from '../../ui/plain/form-draft.ts'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useTask } from '../../ui/use-task.ts'
import { feeButtonId, feeColumns } from './fee-columns.tsx'
import { feeFields, parseFeeForm } from './fee-form-parsing.ts'
import { feeOrders } from './fee-orders.ts'
import { afterRemovalText, scheduledText, type BandCharges } from './fee-words.ts'

/** What is asked of the list, whose ever it is. */
export type FeeTableActions = {
  save: (fee: FeeQuote & { templateId: string; effectiveFrom: string }) => Promise<FeeRow>
  remove: (input: { feeId: string }) => Promise<FeeRow>
}

type FeeTableProps = {
  rows: FeeRow[]
  /** Where the list is, by which what is typed into it is kept. */
  path: string
  actions: FeeTableActions
  isReadOnly: boolean
  /** The address, which says how the list is sorted. */
  params: URLSearchParams
  charges: BandCharges
  busy: boolean
  empty: ReactNode
  footer: ReactNode
  onChanged: () => Promise<void>
}

/** What is typed into a row of a list, whatever is searched or sorted around it, and which row it was typed into. */
const draftsOf = (path: string) => ({
  keyOf: ({ templateId }: FeeRow) => `${path} ${templateId}`,
  read: () => readDraftState<FeeRow | null>(`${path} typed`, null).kept,
  save: (row: FeeRow | null) => saveDraftState(`${path} typed`, null, row),
})

/** The fee list, edited in place one row at a time. The row that is edited stays until it is saved or given up. */
export function FeeTable(props: FeeTableProps) {
  const { rows, path, actions: list, isReadOnly, params, charges, busy, empty, footer, onChanged } = props
  const drafts = draftsOf(path)
  const [edited, setEdited] = useState(drafts.read)
  useEditFocus(edited)
  const [errors, setErrors] = useState<readonly FieldProblem[]>([])
  const task = useTask()
  const { remove, cancelChange } = useFeeRemoval(list, task.run, onChanged)
  const confirm = useConfirm()
  const [isTyped, setTyped] = useState(edited !== null)
  const toast = useToast()
  const isElsewhere = edited !== null && rows.every(({ templateId }) => templateId !== edited.templateId)

  function type(row: FeeRow) {
    setTyped(true)
    drafts.save(row)
  }
  async function edit(row: FeeRow | null) {
    // Another row takes the place of what was typed: nobody loses it unasked. Cancelling says so itself.
    const isLeft = edited !== null && row !== null && isTyped
    if (isLeft && !(await confirm(leavingPrompt(edited)))) return
    setTyped(false)
    drafts.save(null)
    if (edited) forgetDraft(drafts.keyOf(edited))
    setErrors([])
    task.clear()
    setEdited(row)
  }
  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!edited) return
    const read = parseFeeForm(new FormData(event.currentTarget))
    setErrors(Array.isArray(read) ? read : [])
    if (Array.isArray(read)) return
    const done = await task.run(async () => {
      await list.save({ templateId: edited.templateId, ...read })
      await onChanged()
    })
    if (!done) return
    setTyped(false)
    drafts.save(null)
    setEdited(null)
    toast(`Fee for ${edited.name} saved.`)
  }
  const actions = {
    ...{ charges, isReadOnly },
    onEdit: (row: FeeRow) => void edit(row),
    onRemove: remove,
    onCancelChange: cancelChange,
  }
  const editing = edited && {
    ...{ row: edited, isElsewhere, today: today(), errors, busy: task.busy },
    onCancel: () => void edit(null),
  }
  const table = (
    <DataTable
      caption="Fees"
      columns={sortableColumns(feeColumns(actions, editing), params, feeOrders)}
      rows={isElsewhere ? [edited, ...rows] : rows}
      rowKey={({ templateId }) => templateId}
      busy={busy}
      empty={empty}
      footer={footer}
    />
  )
  return (
    <>
      <ProblemMessage problem={task.problem} className="mb-4" />
      {edited ? (
        <Form
          key={edited.templateId}
          draft={drafts.keyOf(edited)}
          noValidate
          onInput={() => type(edited)}
          onSubmit={(event) => void save(event)}
        >
          <ErrorSummary errors={errors} className="mb-4" />
          {table}
        </Form>
      ) : (
        table
      )}
    </>
  )
}

/** What is asked before what was typed into a row is given up for another. */
const leavingPrompt = ({ name }: FeeRow) => ({
  title: `Discard your changes to the fee of ${name}?`,
  text: 'What you typed is not saved. Save it first to keep it.',
  confirm: 'Discard changes',
  cancel: 'Keep editing',
  danger: true,
})

/** Begins in the first field of a row that is edited, and goes back to where it was opened. */
function useEditFocus(edited: FeeRow | null) {
  const last = useRef(edited)
  useEffect(() => {
    if (edited === last.current) return
    const id = edited ? feeFields.price : last.current && feeButtonId(last.current)
    if (id) document.getElementById(id)?.focus()
    last.current = edited
  }, [edited])
}

/** Takes a fee out of the list, or a change that has not come yet, once somebody has said that they mean it. */
function useFeeRemoval(
  list: FeeTableActions,
  run: ReturnType<typeof useTask>['run'],
  onChanged: () => Promise<void>,
) {
  const confirm = useConfirm()
  const toast = useToast()
  const removeFee = (feeId: string) =>
    run(async () => {
      await list.remove({ feeId })
      await onChanged()
    })

  async function remove(row: FeeRow) {
    const { name, current, ownComing } = row
    const also = ownComing ? ' The scheduled change is cancelled too.' : ''
    const sure = await confirm({
      title: `Remove the fee for ${name}?`,
      text: `${afterRemovalText(row)} Consents already prepared keep their price.${also}`,
      confirm: 'Remove fee',
      danger: true,
    })
    if (sure && (await removeFee(current!.id))) toast(`Fee for ${name} removed.`)
  }
  async function cancelChange(row: FeeRow) {
    const sure = await confirm({
      title: `Cancel the scheduled change for ${row.name}?`,
      text: `${scheduledText(row.ownComing!)} will not apply.`,
      confirm: 'Cancel the change',
      cancel: 'Keep it',
    })
    if (sure && (await removeFee(row.ownComing!.id))) toast(`Scheduled change for ${row.name} cancelled.`)
  }
  return { remove: (row: FeeRow) => void remove(row), cancelChange: (row: FeeRow) => void cancelChange(row) }
}
