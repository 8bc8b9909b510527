import { z } from 'zod'
import {
  Invoice,
  noSubscription,
  planPriceMissing,
  PlanPreview,
  PlanPrice,
  previewOutdated,
  samePlan,
  stripeRate,
  stripeRefusals,
  VatNumber,
  vatNumberRefused,
} from './billing.ts'
import { subscriptionStatuses } from './billing-states.ts'
import { clinicStatuses } from './clinic-states.ts'
import { aborted, id, instant, notFound, operation } from './kit.ts'
import { planNames } from './plans.ts'
import { groupRoles } from './practice-groups.ts'

const plan = z.enum(planNames)

/** Who pays for one practice of the group, and for what. Of a practice that pays for itself nothing else is said. */
const BilledPractice = z.object({
  id,
  name: z.string(),
  /** The group pays for those that agreed to it. */
  pays: z.enum(['group', 'itself']),
  /** What the group chose for it; null where it has not chosen yet, or stopped paying. */
  plan: plan.nullable(),
  /** Whether that goes on the group's bill: not while the practice's own card pays, until it ends. */
  isOnBill: z.boolean(),
  /** What holds at the practice at the moment; null where it pays for itself. */
  heldPlan: plan.nullable(),
  /** In any but active nobody can sign in there, and it stays on the bill; null where it pays for itself. */
  status: z.enum(clinicStatuses).nullable(),
})
export type BilledPractice = z.infer<typeof BilledPractice>

const GroupSubscription = z.object({
  status: z.enum(subscriptionStatuses),
  /** A month, without VAT, as Stripe said last. */
  monthlyPence: z.int(),
  periodEndsAt: instant.nullable(),
  /** When it ends, where it was cancelled. */
  endsAt: instant.nullable(),
  unpaidSince: instant.nullable(),
})

const GroupBilling = z.object({
  group: z.string(),
  role: z.enum(groupRoles),
  practices: z.array(BilledPractice),
  /** Of the plans that can be chosen, all by the month or all by the year. */
  prices: z.array(PlanPrice),
  /** What the plans on the bill come to in a month, without VAT. */
  monthlyPence: z.int(),
  /** Null where the group never paid. */
  subscription: GroupSubscription.nullable(),
  vatNumber: z.string(),
  takesCards: z.boolean(),
})
export type GroupBilling = z.infer<typeof GroupBilling>

const path = '/api/group/billing'
const onlyGroupAdministrators = {
  'group-administrators-only': aborted('Only an administrator of the group can do this.'),
}

const billUnpaid = aborted('The group’s bill is unpaid. Pay the open invoice first.')

/** One bill for the practices of a group that agreed to it. */
export const groupBilling = {
  get: operation({
    method: 'GET',
    path,
    summary: 'Who pays for each practice of the group, which plans the group chose and how it pays',
    access: 'group',
    audit: null,
    input: z.object({}),
    output: GroupBilling,
    example: {},
  }),
  previewPlan: operation({
    method: 'GET',
    path: `${path}/practices/{practiceId}/preview`,
    summary: 'What another plan for a practice would add to the group’s bill now and later, to the penny',
    access: 'group',
    rate: stripeRate,
    audit: null,
    input: z.object({ practiceId: id, plan }),
    output: PlanPreview,
    refusals: {
      ...onlyGroupAdministrators,
      ...stripeRefusals,
      'practice-not-billed': notFound('Practice'),
      'no-price': planPriceMissing,
      'no-subscription': noSubscription,
      'same-plan': samePlan,
      'bill-unpaid': billUnpaid,
    },
    example: { practiceId: ':billedPracticeId', plan: 'growth' },
  }),
  /**
   * With null the group pays for the practice no longer. Where it pays already, the bill follows within moments, and what is
   * charged for a larger one is looked at before.
   */
  setPlan: operation({
    method: 'PUT',
    path: `${path}/practices/{practiceId}/plan`,
    summary: 'Choose the plan that the group pays for a practice that agreed to it, or none any more',
    access: 'group',
    stepUp: true,
    rate: stripeRate,
    audit: { done: 'group.bill_plan_chosen', refused: 'group.refused' },
    input: z.object({ practiceId: id, plan: plan.nullable(), previewedAt: z.int().nullable() }),
    output: z.object({ plan: plan.nullable() }),
    refusals: {
      ...onlyGroupAdministrators,
      'practice-not-billed': notFound('Practice'),
      'no-price': planPriceMissing,
      'bill-unpaid': billUnpaid,
      'preview-outdated': previewOutdated,
    },
    example: { practiceId: ':billedPracticeId', plan: 'growth', previewedAt: null },
  }),
  invoices: operation({
    method: 'GET',
    path: `${path}/invoices`,
    summary: 'The newest invoices of the group, as Stripe has them',
    access: 'group',
    audit: null,
    input: z.object({}),
    output: z.array(Invoice),
    refusals: stripeRefusals,
    example: {},
  }),
  subscribe: operation({
    method: 'POST',
    path: `${path}/checkout`,
    summary: 'Begin to pay for the chosen plans by card, on a page of Stripe',
    access: 'group',
    stepUp: true,
    rate: stripeRate,
    audit: { done: 'group.checkout_begun', refused: 'group.refused' },
    input: z.object({}),
    output: z.object({ url: z.string() }),
    refusals: {
      ...onlyGroupAdministrators,
      ...stripeRefusals,
      'no-price': planPriceMissing,
      'has-subscription': aborted('The group already pays by card. Change its practices’ plans instead.'),
      'no-practices': aborted('Choose a plan for at least one practice first.'),
    },
    example: {},
  }),
  openPortal: operation({
    method: 'POST',
    path: `${path}/portal`,
    summary: 'Open Stripe’s page for the card, the address and the invoices of the group',
    access: 'group',
    stepUp: true,
    rate: stripeRate,
    audit: { done: 'group.portal_opened', refused: 'group.refused' },
    input: z.object({}),
    output: z.object({ url: z.string() }),
    refusals: { ...onlyGroupAdministrators, ...stripeRefusals, 'no-subscription': noSubscription },
    example: {},
  }),
  setEnding: operation({
    method: 'PUT',
    path: `${path}/ending`,
    summary: 'Cancel all plans for the end of the paid period, or keep them after all',
    access: 'group',
    stepUp: true,
    rate: stripeRate,
    audit: { done: 'group.bill_ending_asked', refused: 'group.refused' },
    input: z.object({ ends: z.boolean() }),
    output: z.object({ ends: z.boolean() }),
    refusals: { ...onlyGroupAdministrators, ...stripeRefusals, 'no-subscription': noSubscription },
    example: { ends: true },
  }),
  changeVatNumber: operation({
    method: 'PUT',
    path: `${path}/vat-number`,
    summary: 'The VAT number on the invoices of the group; empty for none',
    access: 'group',
    stepUp: true,
    rate: stripeRate,
    audit: { done: 'group.vat_number_asked', refused: 'group.refused' },
    input: z.object({ vatNumber: VatNumber }),
    output: z.object({ vatNumber: z.string() }),
    refusals: {
      ...onlyGroupAdministrators,
      ...stripeRefusals,
      'no-subscription': noSubscription,
      'vat-number-refused': vatNumberRefused,
    },
    example: { vatNumber: '' },
  }),
}
