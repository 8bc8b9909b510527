import { Building2 } from 'lucide-react'
import { Suspense, useCallback, useState } from 'react'
import type { PlanPreview } from '../../../contract/billing.ts'
import type { ClinicStatus } from '../../../contract/clinic-states.ts'
import type { BilledPractice, GroupBilling } from '../../../contract/group-billing.ts'
import { planNames, type PlanName } from '../../../contract/plans.ts'
import { api } from '../../api.ts'
import { useConfirm } from '../../ui/alert-provider.tsx'
import { CellText } from '../../ui/cell-text.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { lazyPart } from '../../ui/plain/lazy-part.ts'
import { Select } from '../../ui/select.tsx'
import type { Column } from '../../ui/table-row.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useTask } from '../../ui/use-task.ts'
import { formatPounds, isSubscriptionLive, planTitle, priceText } from './billing-words.ts'

const BillingChangeDialog = lazyPart(async () => ({
  default: (await import('./billing-change-dialog.tsx')).BillingChangeDialog,
}))

type GroupPlanTableProps = { billing: GroupBilling; onChanged: () => Promise<void> }

/** Nobody can sign in there; what is charged is the group's to decide. */
const statusTexts: Record<ClinicStatus, string | undefined> = {
  active: undefined,
  inactive: 'Inactive. Stays on the bill until you choose None.',
  suspended: 'Suspended. Stays on the bill until you choose None.',
}

const columnsFor = ({ billing, onChanged }: GroupPlanTableProps): Column<BilledPractice>[] => [
  {
    key: 'practice',
    header: 'Practice',
    cell: ({ name, status, plan }) => (
      <CellText main={name} sub={status && plan ? statusTexts[status] : undefined} />
    ),
  },
  {
    key: 'pays',
    header: 'Paid by',
    cell: ({ pays, isOnBill }) =>
      pays === 'itself' ? (
        'The practice itself'
      ) : !isOnBill ? (
        'Its own card, until that ends'
      ) : (
        <bdi>{billing.group}</bdi>
      ),
    className: 'text-muted',
  },
  {
    key: 'plan',
    header: 'Plan',
    cell: (practice) => <PlanCell {...{ billing, practice, onChanged }} />,
  },
  {
    key: 'price',
    header: 'Price',
    align: 'end',
    cell: ({ plan }) => (plan ? (priceText(billing.prices, plan) ?? 'Price on request') : '–'),
    className: 'tabular-nums',
  },
]

/** Who pays for each practice, and the plans that the group chose. */
export function GroupPlanTable({ billing, onChanged }: GroupPlanTableProps) {
  const { practices, monthlyPence } = billing
  return (
    <DataTable
      caption="Plans of the practices"
      columns={columnsFor({ billing, onChanged })}
      rows={practices}
      rowKey={({ id }) => id}
      empty={
        <EmptyState icon={Building2} title="No practices yet">
          Practices appear here once they join the group.
        </EmptyState>
      }
      footer={
        monthlyPence > 0 && (
          <div className="text-end">
            <p className="tabular-nums">
              Total <b>{formatPounds(monthlyPence)}</b> a month, without VAT
            </p>
            {isSubscriptionLive(billing.subscription) && (
              <p className="mt-1 text-small text-muted">
                A larger bill is charged at once for the rest of the billing period. A smaller one is not paid
                back.
              </p>
            )}
          </div>
        )
      }
    />
  )
}

type PlanCellProps = GroupPlanTableProps & { practice: BilledPractice }

function PlanCell(props: PlanCellProps) {
  const { billing, practice } = props
  const { pays, plan, heldPlan } = practice
  if (pays === 'itself') return <span className="text-muted">Not agreed</span>
  const mayChoose = billing.role === 'group_admin' && billing.prices.length > 0
  return (
    <>
      {mayChoose ? <PlanSelect {...props} /> : plan ? planTitle(plan) : 'None'}
      {/* Before it is paid for, and while a larger plan holds on. */}
      {heldPlan && heldPlan !== plan && (
        <p className="mt-1 text-small text-muted">Has {planTitle(heldPlan)} now</p>
      )}
    </>
  )
}

/** Saves what is chosen at once, or where that changes the bill once its price was seen. */
function PlanSelect({ billing, practice, onChanged }: PlanCellProps) {
  const { id: practiceId, name, plan, isOnBill } = practice
  const { prices, subscription } = billing
  const [chosen, setChosen] = useState<PlanName | null>()
  const { busy, problem, run } = useTask()
  const confirm = useConfirm()
  const toast = useToast()
  const isChanging = isSubscriptionLive(subscription) && isOnBill
  const shown = chosen === undefined ? plan : chosen
  const isSeeing = isChanging && typeof chosen === 'string'

  async function choose(next: PlanName | null) {
    setChosen(next)
    if (next !== null && isChanging) return
    const isSure = next !== null || !isChanging || (await confirm(stopWords(name)))
    const done =
      isSure &&
      (await run(async () => {
        await api.groupBilling.setPlan({ practiceId, plan: next, previewedAt: null })
        await onChanged()
      }))
    setChosen(undefined)
    if (done) toast(isChanging ? billFollows : 'Plan saved')
  }
  return (
    <>
      <Select
        label={`Plan of ${name}`}
        hideLabel
        className="w-full max-w-52"
        disabled={busy || isSeeing}
        value={shown ?? ''}
        onChange={(value) => void choose(planNames.find((each) => each === value) ?? null)}
        options={[
          { value: '', label: 'None' },
          ...planNames
            .filter((each) => each === plan || prices.some((price) => price.plan === each))
            .map((each) => ({ value: each, label: planTitle(each) })),
        ]}
      />
      <ProblemMessage problem={problem} className="mt-2" />
      <Suspense>
        {isSeeing && (
          <GroupChangeDialog
            {...{ practice, onChanged }}
            plan={chosen}
            onClose={() => setChosen(undefined)}
          />
        )}
      </Suspense>
    </>
  )
}

const billFollows = 'Plan saved. The bill is being updated.'

type GroupChangeDialogProps = {
  practice: BilledPractice
  plan: PlanName
  onChanged: () => Promise<void>
  onClose: () => void
}

function GroupChangeDialog({ practice, plan, onChanged, onClose }: GroupChangeDialogProps) {
  const { id: practiceId, name, plan: before } = practice
  const title = planTitle(plan)
  const askPreview = useCallback(() => api.groupBilling.previewPlan({ practiceId, plan }), [practiceId, plan])
  const isSmaller = before !== null && planNames.indexOf(plan) < planNames.indexOf(before)
  async function change(preview: PlanPreview | undefined) {
    await api.groupBilling.setPlan({ practiceId, plan, previewedAt: preview?.previewedAt ?? null })
    await onChanged()
    return billFollows
  }
  return (
    <BillingChangeDialog
      title={before ? `Change ${name} to ${title}` : `Choose ${title} for ${name}`}
      action={before ? `Change to ${title}` : `Choose ${title}`}
      priceFor="for the whole bill"
      askPreview={askPreview}
      change={change}
      smallerText={() =>
        isSmaller
          ? 'The rest of the billing period is not paid back. Features of the larger plan stay for 30 days. Nothing is deleted.'
          : null
      }
      onClose={onClose}
    />
  )
}

const stopWords = (name: string) => ({
  title: `Stop paying for ${name}?`,
  text: 'Its paid plan ends now, and the rest of the billing period is not paid back. Its features stay for 30 days; after that only Starter features can be added. Nothing is deleted, and consents can still be sent and signed.',
  confirm: 'Stop paying',
  danger: true,
})
