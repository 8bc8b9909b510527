import type { Invoice } from '../../../contract/billing.ts'
import type { GroupBilling } from '../../../contract/group-billing.ts'
import { api } from '../../api.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { BillingInvoiceList } from './billing-invoice-list.tsx'
import { BillingReturnNotice } from './billing-return-notice.tsx'
import { BillingVatForm } from './billing-vat-form.tsx'
import { isSubscriptionLive } from './billing-words.ts'
import { GroupPaymentPanel } from './group-payment-panel.tsx'
import { GroupPlanTable } from './group-plan-table.tsx'

type GroupBillingScreenProps = {
  billing: GroupBilling
  /** Null where Stripe could not be asked; undefined where the group never paid. */
  invoices: readonly Invoice[] | null | undefined
  /** How somebody came back from paying. */
  paid: 'yes' | 'no' | null
  talkHref: string
  onChanged: () => Promise<void>
}

/** One bill for the practices of a group that agreed to it: their plans, how they are paid, and the invoices. */
export function GroupBillingScreen(props: GroupBillingScreenProps) {
  const { billing, invoices, paid, talkHref, onChanged } = props
  const isAdministrator = billing.role === 'group_admin'
  const hasAgreed = billing.practices.some(({ pays }) => pays === 'group')
  return (
    <>
      <PageHeader
        title="Billing"
        lead={`One bill for practices that agreed to let ${billing.group} pay for their plan.`}
      />
      <div className="mt-6 space-y-6">
        {paid && (
          <BillingReturnNotice
            paid={paid}
            isTold={isSubscriptionLive(billing.subscription)}
            done="The plans are set up."
          />
        )}
        {!isAdministrator && (
          <InlineMessage>Only administrators of the group can choose plans and pay.</InlineMessage>
        )}
        {billing.practices.length > 0 && !hasAgreed && (
          <InlineMessage title="No practice has agreed to one bill yet">
            Each practice agrees under Settings, Group of practices, One bill. You can then choose its plan
            here.
          </InlineMessage>
        )}
        <GroupPlanTable billing={billing} onChanged={onChanged} />
        <GroupPaymentPanel {...{ billing, isAdministrator, hasAgreed, talkHref, onChanged }} />
        <BillingInvoiceList invoices={invoices} />
        {isAdministrator && billing.subscription && (
          <BillingVatForm
            key={billing.vatNumber}
            vatNumber={billing.vatNumber}
            change={api.groupBilling.changeVatNumber}
            onChanged={onChanged}
          />
        )}
      </div>
    </>
  )
}
