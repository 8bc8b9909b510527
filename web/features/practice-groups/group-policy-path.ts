/** Where a group words its policies: the list, or one of them. */
export const groupPolicyPath = (policy?: string): string =>
  policy ? `/group/policies/${policy}` : '/group/policies'
