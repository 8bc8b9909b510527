/** States and filters of clinical reviews. Import-free, so that browsers may use them as values. */

/** `disputed`: a reviewer disagreed with a claim of this very version, which is not signed then. */
export const clinicalReviewStates = ['signed', 'disputed', 'awaiting'] as const
export type ClinicalReviewState = (typeof clinicalReviewStates)[number]

/** What the list of reviews can be narrowed to. */
export const clinicalReviewFilters = [
  ...(['all', 'due', 'changed', 'outdated-source', 'never', 'disputed', 'awaiting', 'signed'] as const),
] as const
export type ClinicalReviewFilter = (typeof clinicalReviewFilters)[number]

/** A minus turns an order round. */
export const clinicalReviewOrders = ['due', '-due', 'name', '-name', 'reviewed', '-reviewed'] as const
export type ClinicalReviewOrder = (typeof clinicalReviewOrders)[number]
