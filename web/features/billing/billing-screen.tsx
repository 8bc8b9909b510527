import type { Billing, Invoice } from '../../../contract/billing.ts'
import { Breadcrumbs, type Crumb } from '../../ui/breadcrumbs.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { BillingInvoiceList } from './billing-invoice-list.tsx'
import { BillingNoticeList } from './billing-notice-list.tsx'
import { BillingOffers } from './billing-offers.tsx'
import { BillingPaymentPanel } from './billing-payment-panel.tsx'
import { BillingPlanPanel } from './billing-plan-panel.tsx'
import { BillingVatForm } from './billing-vat-form.tsx'

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
  onChanged: () => Promise<void>
}

/** What a practice holds, how much of it is used, and how it is paid. */
export function BillingScreen(props: BillingScreenProps) {
  const { billing, invoices, mayManage, paid, trail, talkHref, exportHref, onChanged } = props
  return (
    <>
      <PageHeader
        back={<Breadcrumbs trail={trail} />}
        title="Billing"
        lead="Plan, payments and invoices. Consents are never blocked."
      />
      <div className="mt-6 space-y-6">
        {paid && <CheckoutReturnNotice paid={paid} isTold={billing.subscription !== null} />}
        <BillingNoticeList notices={billing.notices} />
        {!mayManage && (
          <InlineMessage>
            Only administrators and staff with the Manage billing permission can change the plan.
          </InlineMessage>
        )}
        <div className="grid items-start gap-6 xl:grid-cols-2">
          <BillingPlanPanel billing={billing} />
          <BillingPaymentPanel {...{ billing, mayManage, talkHref, exportHref, onChanged }} />
        </div>
        <BillingOffers {...{ billing, mayManage, talkHref, onChanged }} />
        {invoices === null && (
          <InlineMessage tone="warn">Invoices could not be loaded. Try again later.</InlineMessage>
        )}
        {invoices && billing.subscription && <BillingInvoiceList invoices={invoices} />}
        {mayManage && billing.subscription && (
          <BillingVatForm key={billing.vatNumber} vatNumber={billing.vatNumber} onChanged={onChanged} />
        )}
      </div>
    </>
  )
}

function CheckoutReturnNotice({ paid, isTold }: { paid: 'yes' | 'no'; isTold: boolean }) {
  if (paid === 'no')
    return <InlineMessage role="status">Nothing was charged, and your plan is unchanged.</InlineMessage>
  return isTold ? (
    <InlineMessage tone="ok" role="status" title="Thank you">
      Your plan is set up.
    </InlineMessage>
  ) : (
    <InlineMessage role="status" title="Thank you">
      Waiting for Stripe to confirm your payment. This page updates automatically, usually within a minute.
    </InlineMessage>
  )
}
