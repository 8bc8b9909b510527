/**
 * What a session was opened with at the provider of a practice, without and with a second factor given there. Such a
 * session is the practice's word for who somebody is: it opens that practice and nothing else of theirs.
 */
const methods = ['sso', 'sso-mfa'] as const
export type SingleSignOnMethod = (typeof methods)[number]

export const isSingleSignOn = (method: string): method is SingleSignOnMethod =>
  (methods as readonly string[]).includes(method)
