import type { Billing, BillingNotice } from '../../../contract/billing.ts'
import {
  activeSubscriptionStatuses,
  type BillingNoticeKind,
  type SubscriptionStatus,
} from '../../../contract/billing-states.ts'
import { plans, type Plan, type PlanName, type usage_notice_percents } from '../../../contract/plans.ts'
import type { Tone } from '../../ui/plain/badge.tsx'
import { dayText } from '../../ui/plain/date-text.ts'
import type { MessageTone } from '../../ui/plain/inline-message.tsx'
import { numberText } from '../../ui/plain/number-text.ts'

/** '£29' or '£29.50'. */
export const formatPounds = (pence: number): string =>
  new Intl.NumberFormat('en-GB', {
    style: 'currency',
    currency: 'GBP',
    minimumFractionDigits: pence % 100 === 0 ? 0 : 2,
  }).format(pence / 100)

/** Where a payment stands, in plain words. */
export const paymentStatusBadges: Record<SubscriptionStatus, { label: string; tone: Tone; meaning: string }> =
  {
    incomplete: {
      label: 'Not started',
      tone: 'neutral',
      meaning: 'The first payment failed, so the plan has not started and nothing is owed.',
    },
    incomplete_expired: {
      label: 'Not started',
      tone: 'neutral',
      meaning: 'The first payment was not made in time. Nothing is owed, and you can try again.',
    },
    trialing: {
      label: 'On trial',
      tone: 'ok',
      meaning: 'Your card is on file. Nothing is charged until the trial ends.',
    },
    active: { label: 'Paid', tone: 'ok', meaning: 'Your last payment went through.' },
    past_due: {
      label: 'Payment failed',
      tone: 'warn',
      meaning:
        'Your card was declined. We will retry over the next few days. Change the card or pay the invoice.',
    },
    unpaid: {
      label: 'Unpaid',
      tone: 'bad',
      meaning: 'Your card was declined and we will not retry. Pay the open invoice to continue.',
    },
    paused: {
      label: 'Paused',
      tone: 'warn',
      meaning: 'The trial ended without a card. Add one to continue.',
    },
    canceled: {
      label: 'Ended',
      tone: 'neutral',
      meaning: 'Your paid plan has ended. You are no longer charged, and nothing was deleted.',
    },
  }

/** A plan is held and paid for, or owed for: nothing else may be begun beside it. */
export const isSubscriptionLive = (subscription: { status: SubscriptionStatus } | null): boolean =>
  subscription !== null && (activeSubscriptionStatuses as readonly string[]).includes(subscription.status)

type NoticeText = { tone: MessageTone; title: string; text: string }
const never = 'Consents can still be sent and signed.'

type Usage = `usage-${(typeof usage_notice_percents)[number]}`
type NotifiedBillingEvent = Exclude<BillingNoticeKind, Usage>

const billingEventTexts: Record<NotifiedBillingEvent, (day: string) => NoticeText> = {
  'payment-failed': (day) => ({
    tone: 'bad',
    title: 'A payment failed',
    text: `Everything in your plan continues until ${day}. After that existing features keep working, and only Starter features can be added. ${never}`,
  }),
  'plan-shrunk': (day) => ({
    tone: 'bad',
    title: 'Payment outstanding',
    text: `Since ${day} only Starter features can be added. Existing features keep working. ${never}`,
  }),
  'in-grace': (day) => ({
    tone: 'info',
    title: `Your larger plan continues until ${day}`,
    text: 'After that existing features keep working, and the smaller plan applies to anything new.',
  }),
  'trial-over': (day) => ({
    tone: 'warn',
    title: 'Your trial has ended',
    text: `All features continue until ${day}. Choose a plan before then. ${never}`,
  }),
  'trial-ends-soon': (day) => ({
    tone: 'info',
    title: `Your trial ends on ${day}`,
    text: `Choose a plan before then. ${never}`,
  }),
  'plan-ends': (day) => ({
    tone: 'info',
    title: `Your plan ends on ${day}`,
    text: 'It was cancelled. You can keep it until then, and export everything at any time.',
  }),
}

const usageTexts: Record<Usage, Omit<NoticeText, 'title'>> = {
  'usage-80': {
    tone: 'info',
    text: '80% of the consents in your plan. Consents are never blocked.',
  },
  'usage-100': {
    tone: 'warn',
    text: 'You have used all the consents in your plan. You can still send more.',
  },
  'usage-120': {
    tone: 'warn',
    text: 'Over 120% of the consents in your plan. If this happens most months, a larger plan costs less. Consents are never blocked.',
  },
}

/** What a practice is told otherwise whose group pays: it has no card to change and no plan to choose. */
const groupPaidTexts: Partial<
  Record<BillingNoticeKind, (group: string, day: string) => Partial<NoticeText>>
> = {
  'payment-failed': (group) => ({ title: `A payment by ${group} failed` }),
  'plan-shrunk': (group) => ({ title: `A payment by ${group} is outstanding` }),
  'trial-over': (_group, day) => ({
    text: `All features continue until ${day}. After that the plan that your group pays for applies. ${never}`,
  }),
  'trial-ends-soon': () => ({ text: 'After that the plan that your group pays for applies.' }),
  'plan-ends': (group) => ({ text: `${group} cancelled it. You can export everything at any time.` }),
  'usage-120': () => ({
    text: 'Over 120% of the consents in your plan. If this happens most months, ask your group about a larger plan. Consents are never blocked.',
  }),
}
/** What a practice is told of its trial whose group is to pay and does not yet: it can choose no plan itself. */
const awaitedTexts: Partial<Record<BillingNoticeKind, (group: string, day: string) => Partial<NoticeText>>> =
  {
    'trial-over': (group, day) => ({
      text: `All features continue until ${day}. ${group} has not put this practice on its bill yet. Ask an administrator of the group to do so before then. ${never}`,
    }),
    'trial-ends-soon': (group) => ({
      text: `${group} has not put this practice on its bill yet. Ask an administrator of the group to do so before then. ${never}`,
    }),
    'usage-120': groupPaidTexts['usage-120']!,
  }
const isUsage = (kind: BillingNoticeKind): kind is Usage => kind in usageTexts

function ownNoticeText({ kind, at, sent, limit }: BillingNotice): NoticeText {
  if (!isUsage(kind)) return billingEventTexts[kind](at ? dayText(at) : '')
  const count = (number: number | null) => numberText(number ?? 0)
  return { ...usageTexts[kind], title: `${count(sent)} of ${count(limit)} consents this month` }
}

/** A notice as people read it: what happened, what follows, and that no patient waits because of it. */
export function noticeText(notice: BillingNotice): NoticeText {
  const { kind, at, paidByGroup, awaitedGroup } = notice
  const group = paidByGroup ?? awaitedGroup
  const texts = paidByGroup === null ? awaitedTexts : groupPaidTexts
  const ofGroup = group === null ? {} : texts[kind]?.(group, at ? dayText(at) : '')
  return { ...ownNoticeText(notice), ...ofGroup }
}

const gibibyte = 1024 ** 3

/** What a plan holds, line by line, off the one table of plans. */
export const listPlanFeatures = (plan: Plan): string[] => [
  plan.consents_a_month === null ? 'Consents by agreement' : `${plan.consents_a_month} consents a month`,
  `${plan.video_storage_bytes / gibibyte} GB for your own videos`,
  plan.hasBranding ? 'Your logo and colour' : 'Without your own logo and colour',
  plan.hasIntegrations ? 'API keys and webhooks' : 'Without API keys and webhooks',
  plan.support === 'e-mail' ? 'E-mail support' : 'E-mail support and a named contact',
]

export const planTitle = (plan: PlanName): string => plans[plan].title

/** What a plan costs: '£29 a month'; null where that is agreed in person. */
export function priceText(prices: Billing['prices'], plan: PlanName): string | null {
  const price = prices.find((each) => each.plan === plan)
  return price ? `${formatPounds(price.pence)} a ${price.every}` : null
}

/** What can be done about a plan beside the one that is held. */
export function planChangeOffer(
  billing: Billing,
  plan: PlanName,
): 'talk' | 'subscribe' | 'change' | 'next' | 'current' {
  const { subscription, plan: own, prices } = billing
  const holds = isSubscriptionLive(subscription)
  if (holds && subscription?.nextPlan === plan) return 'next'
  if (holds && own === plan) return 'current'
  if (!billing.takesCards || !prices.some((price) => price.plan === plan))
    return own === plan ? 'current' : 'talk'
  return holds ? 'change' : 'subscribe'
}
