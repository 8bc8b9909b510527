/** Where a subscription stands, in Stripe's words: the one list. Import-free, so that browsers may use it as a value. */
export const subscriptionStatuses = [
  'incomplete',
  'incomplete_expired',
  'trialing',
  'active',
  'past_due',
  'unpaid',
  'paused',
  'canceled',
] as const
export type SubscriptionStatus = (typeof subscriptionStatuses)[number]

/** A plan is held by these; by the others it never began, or it is over. */
export const activeSubscriptionStatuses = [
  'trialing',
  'active',
  'past_due',
  'unpaid',
  'paused',
] as const satisfies readonly SubscriptionStatus[]

/** No payment came for what is held: what follows is a grace, and then the least plan. */
export const unpaidStatuses = [
  'past_due',
  'unpaid',
  'paused',
] as const satisfies readonly SubscriptionStatus[]

/** What a practice is told about its plan, the most pressing first. */
export const billingNoticeKinds = [
  'payment-failed',
  'plan-shrunk',
  'in-grace',
  'trial-over',
  'plan-ends',
  'trial-ends-soon',
  'usage-120',
  'usage-100',
  'usage-80',
] as const
export type BillingNoticeKind = (typeof billingNoticeKinds)[number]
