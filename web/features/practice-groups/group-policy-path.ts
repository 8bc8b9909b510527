/** Where a group words its policies: the list, or one of them. */
export const groupPolicyPath = (policy?: string): string =>
  policy ? `/group/policies/${policy}` : '/group/policies'

/** No policy is called this: its address is where one is added. */
export const reserved_policy_key = 'new'
