import { z } from 'zod'
import { billingNoticeKinds, subscriptionStatuses } from './billing-states.ts'
import { aborted, instant, invalidArgument, operation, webhookRoute, type Refusal } from './kit.ts'
import { payment_event_bytes_max } from './limits.ts'
import { planNames } from './plans.ts'

/** Whoever administers a practice decides what it pays (rulings 34). */
const needs = 'canManageBilling'
const plan = z.enum(planNames)
/** Integer pence of pounds sterling. */
const pence = z.int()

/** What a plan costs, without VAT. */
export const PlanPrice = z.object({ plan, pence: z.int().min(0), every: z.enum(['month', 'year']) })
export type PlanPrice = z.infer<typeof PlanPrice>

const BillingNotice = z.object({
  kind: z.enum(billingNoticeKinds),
  /** The day it is about: until when a grace runs, when a plan or a trial ends. */
  at: instant.nullable(),
  /** Of consents of this month and what the price is for, where it is about those. */
  sent: z.int().nullable(),
  limit: z.int().nullable(),
  /** The group that pays for the plan: such a practice has no card to change. Null where it pays for itself. */
  paidByGroup: z.string().nullable(),
  /** The group that is to pay by the practice's agreement and does not yet: such a practice chooses no plan. */
  awaitedGroup: z.string().nullable(),
})
export type BillingNotice = z.infer<typeof BillingNotice>

const Subscription = z.object({
  status: z.enum(subscriptionStatuses),
  plan: plan.nullable(),
  /** A month, without VAT. */
  monthlyPence: pence,
  /** When the next invoice is due, or a trial with a card ends. */
  periodEndsAt: instant.nullable(),
  /** When it ends, where it was cancelled. */
  endsAt: instant.nullable(),
  /** A smaller plan that begins with the next period. */
  nextPlan: plan.nullable(),
  nextPlanAt: instant.nullable(),
  unpaidSince: instant.nullable(),
})

export const Billing = z.object({
  plan,
  /** Whose entitlements hold at the moment: of a grace or a trial those of a larger plan. */
  heldPlan: plan,
  trialEndsAt: instant.nullable(),
  /** Plans larger than that which hold for a while longer. */
  graces: z.array(z.object({ plan, until: instant })),
  usage: z.object({ consentsThisMonth: z.int(), videoBytes: z.int() }),
  notices: z.array(BillingNotice),
  /** Null where this practice never paid by card. */
  subscription: Subscription.nullable(),
  /** The group that pays for the plan by the practice's agreement: then no plan is bought here. */
  paidByGroup: z.string().nullable(),
  /** Whether it does: not before it began, nor while the practice's own card pays. */
  isGroupPaying: z.boolean(),
  vatNumber: z.string(),
  /** Whether this installation takes payments by card at all. */
  takesCards: z.boolean(),
  /** Of the plans that have one; the others are agreed in person. */
  prices: z.array(PlanPrice),
})
export type Billing = z.infer<typeof Billing>

export const Invoice = z.object({
  id: z.string(),
  number: z.string().nullable(),
  at: instant,
  status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']),
  /** Without VAT, and with it. */
  netPence: pence,
  totalPence: pence,
  /** Where Stripe shows it and takes a payment, and its PDF. */
  pageUrl: z.string().nullable(),
  pdfUrl: z.string().nullable(),
})
export type Invoice = z.infer<typeof Invoice>

export const PlanPreview = z.object({
  plan,
  /** Whether it holds at once; a smaller plan begins with the next period. */
  isImmediate: z.boolean(),
  /** What is charged now, and how much of it is VAT. */
  dueNowPence: pence,
  vatPence: pence,
  /** What a month costs from then on, without VAT. */
  monthlyPence: pence,
  from: instant,
  /** Names the amounts that were looked at; a change carries it. */
  previewedAt: z.int(),
})
export type PlanPreview = z.infer<typeof PlanPreview>

/** Of the United Kingdom, without spaces; empty for none. */
export const VatNumber = z
  .string()
  .transform((typed) => typed.replaceAll(/[\s.-]/g, '').toUpperCase())
  .pipe(
    z
      .string()
      .regex(
        /^(?:GB(?:\d{9}|\d{12}|GD[0-4]\d{2}|HA[5-9]\d{2})|XI\d{9})?$/,
        'Enter a UK VAT number such as GB 123 4567 89',
      ),
  )

/** Each of these asks Stripe something. */
export const stripeRate = { attempts: 60, seconds: 300 }

const cardPaymentsNotConfigured = aborted('Card payments are not set up here. Contact us about your plan.')
const paymentServiceUnavailable = aborted(
  'The payment service is not available. Nothing was changed. Try again in a few minutes.',
)
export const previewOutdated = aborted('The amounts have changed. Check them again.')
export const samePlan = aborted('The practice already has this plan.')
export const vatNumberRefused = invalidArgument(
  'Stripe did not accept this VAT number. Check it and enter it again.',
)
const cardRefused = aborted('The payment failed, so the plan is unchanged. Change the card and try again.')
export const noSubscription = aborted('You have no plan paid by card.')
export const planPriceMissing = aborted('This plan cannot be paid by card. Contact us.')
export const stripeRefusals = {
  'no-cards': cardPaymentsNotConfigured,
  'payments-unanswered': paymentServiceUnavailable,
} satisfies Record<string, Refusal>

/** What a practice pays for and how. Nothing here stops a consent. */
export const billing = {
  get: operation({
    method: 'GET',
    path: '/api/clinic/billing',
    summary: 'The plan of this practice, what it holds and how much of it is used, and how it is paid',
    access: 'clinic',
    audit: null,
    input: z.object({}),
    output: Billing,
    example: {},
  }),
  notices: operation({
    method: 'GET',
    path: '/api/clinic/billing/notices',
    summary:
      'What there is to tell of payments and the use of the plan, for those who can do something about it',
    access: 'clinic',
    needs,
    audit: null,
    input: z.object({}),
    output: z.array(BillingNotice),
    example: {},
  }),
  invoices: operation({
    method: 'GET',
    path: '/api/clinic/billing/invoices',
    summary: 'The newest invoices of this practice, as Stripe has them',
    access: 'clinic',
    needs,
    audit: null,
    input: z.object({}),
    output: z.array(Invoice),
    refusals: stripeRefusals,
    example: {},
  }),
  subscribe: operation({
    method: 'POST',
    path: '/api/clinic/billing/checkout',
    summary: 'Begin to pay for a plan by card, on a page of Stripe; what is left of a trial is not charged',
    access: 'clinic',
    needs,
    stepUp: true,
    rate: stripeRate,
    audit: { done: 'billing.checkout_begun' },
    input: z.object({ plan }),
    output: z.object({ url: z.string() }),
    refusals: {
      ...stripeRefusals,
      'no-price': planPriceMissing,
      'has-subscription': aborted('This practice already pays for a plan by card. Change that plan instead.'),
      'group-pays': aborted('Your group pays for this practice’s plan. Stop that agreement first.'),
    },
    example: { plan: 'growth' },
  }),
  openPortal: operation({
    method: 'POST',
    path: '/api/clinic/billing/portal',
    summary: 'Open Stripe’s page for the card, the address and the invoices of this practice',
    access: 'clinic',
    needs,
    stepUp: true,
    rate: stripeRate,
    audit: { done: 'billing.portal_opened' },
    input: z.object({}),
    output: z.object({ url: z.string() }),
    refusals: { ...stripeRefusals, 'no-subscription': noSubscription },
    example: {},
  }),
  preview: operation({
    method: 'GET',
    path: '/api/clinic/billing/preview',
    summary: 'What changing to a plan would cost now and later, to the penny',
    access: 'clinic',
    needs,
    rate: stripeRate,
    audit: null,
    input: z.object({ plan }),
    output: PlanPreview,
    refusals: {
      ...stripeRefusals,
      'no-price': planPriceMissing,
      'no-subscription': noSubscription,
      'same-plan': samePlan,
    },
    example: { plan: 'growth-pro' },
  }),
  /** To the plan it has, it takes back a smaller one that was to follow. */
  change: operation({
    method: 'PUT',
    path: '/api/clinic/billing/plan',
    summary: 'Change to a larger plan at once, or to a smaller one when the paid period ends',
    access: 'clinic',
    needs,
    stepUp: true,
    rate: stripeRate,
    audit: { done: 'billing.change_asked' },
    input: z.object({ plan, previewedAt: z.int().nullable() }),
    output: z.object({ plan }),
    refusals: {
      ...stripeRefusals,
      'no-price': planPriceMissing,
      'no-subscription': noSubscription,
      'card-refused': cardRefused,
      'is-ending': aborted('This plan is cancelled. Choose Keep plan first, then change it.'),
      'preview-outdated': previewOutdated,
    },
    example: { plan: 'growth-pro', previewedAt: null },
  }),
  setEnding: operation({
    method: 'PUT',
    path: '/api/clinic/billing/ending',
    summary: 'Cancel the plan for the end of the paid period, or keep it after all',
    access: 'clinic',
    needs,
    stepUp: true,
    rate: stripeRate,
    audit: { done: 'billing.ending_asked' },
    input: z.object({ ends: z.boolean() }),
    output: z.object({ ends: z.boolean() }),
    refusals: { ...stripeRefusals, 'no-subscription': noSubscription },
    example: { ends: true },
  }),
  changeVatNumber: operation({
    method: 'PUT',
    path: '/api/clinic/billing/vat-number',
    summary: 'The VAT number on the invoices of this practice; empty for none',
    access: 'clinic',
    needs,
    stepUp: true,
    rate: stripeRate,
    audit: { done: 'billing.vat_number_asked' },
    input: z.object({ vatNumber: VatNumber }),
    output: z.object({ vatNumber: z.string() }),
    refusals: {
      ...stripeRefusals,
      'no-subscription': noSubscription,
      'vat-number-refused': vatNumberRefused,
    },
    example: { vatNumber: '' },
  }),
}

export const billingWebhooks = {
  stripe: webhookRoute({
    path: '/api/provider/stripe',
    summary: 'An event of Stripe, signed by it: kept by its id, and applied once',
    audit: null,
    bodyBytesMax: payment_event_bytes_max,
    refusals: { unreadable: invalidArgument('This is not a Stripe event.') },
    example:
      '{"id":"evt_example","object":"event","type":"customer.subscription.updated","created":1764000000,"data":{"object":{"id":"sub_example","object":"subscription","customer":"cus_example"}}}',
  }),
}

/** Named here for those who must not be charged twice: a plan paid by card is changed where it is paid. */
export const planPaidByCard = aborted(
  'This practice pays by card. The practice must change the plan, or cancel it in Stripe first.',
)
/** The same of a plan that a group pays for. */
export const planPaidByGroup = aborted('A group pays for this practice. The group must change the plan.')
