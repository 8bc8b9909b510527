import type { Billing, Invoice } from '../../../contract/billing.ts'
import { api } from '../../api.ts'
import { Breadcrumbs, type Crumb } from '../../ui/breadcrumbs.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { BillingInvoiceList } from './billing-invoice-list.tsx'
import { BillingNoticeList } from './billing-notice-list.tsx'
import { BillingOffers } from './billing-offers.tsx'
import { BillingPaymentPanel } from './billing-payment-panel.tsx'
import { BillingPlanPanel } from './billing-plan-panel.tsx'
import { BillingReturnNotice } from './billing-return-notice.tsx'
import { BillingVatForm } from './billing-vat-form.tsx'
import { isSubscriptionLive } from './billing-words.ts'

type BillingScreenProps = {
  billing: Billing
  /** Null where Stripe could not be asked; undefined for those who may not see them. */
  invoices: readonly Invoice[] | null | undefined
  mayManage: boolean
  /** How somebody came back from paying. */
  paid: 'yes' | 'no' | null
  trail: readonly Crumb[]
  talkHref: string
  exportHref: string
  groupHref: string
  onChanged: () => Promise<void>
}

/** What a practice holds, how much of it is used, and how it is paid; where its group pays, nothing is bought here. */
export function BillingScreen(props: BillingScreenProps) {
  const { billing, invoices, mayManage, paid, trail, talkHref, exportHref, groupHref, onChanged } = props
  const isAlone = billing.paidByGroup === null
  const paysItself = isAlone || isSubscriptionLive(billing.subscription)
  return (
    <>
      <PageHeader
        back={<Breadcrumbs trail={trail} />}
        title="Billing"
        lead="Plan, payments and invoices. Consents are never blocked."
      />
      <div className="mt-6 space-y-6">
        {paid && (
          <BillingReturnNotice
            paid={paid}
            isTold={billing.subscription !== null}
            done="Your plan is set up."
          />
        )}
        <BillingNoticeList notices={billing.notices} />
        {paysItself && !mayManage && (
          <InlineMessage>
            Only administrators and staff with the Manage billing permission can change the plan.
          </InlineMessage>
        )}
        <div className="grid items-start gap-6 xl:grid-cols-2">
          <BillingPlanPanel billing={billing} />
          <BillingPaymentPanel {...{ billing, mayManage, talkHref, exportHref, groupHref, onChanged }} />
        </div>
        {isAlone && <BillingOffers {...{ billing, mayManage, talkHref, onChanged }} />}
        <BillingInvoiceList invoices={billing.subscription ? invoices : undefined} />
        {paysItself && mayManage && billing.subscription && (
          <BillingVatForm
            key={billing.vatNumber}
            vatNumber={billing.vatNumber}
            change={api.billing.changeVatNumber}
            onChanged={onChanged}
          />
        )}
      </div>
    </>
  )
}
