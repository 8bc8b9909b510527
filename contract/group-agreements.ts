/** What a practice agrees to as it joins a group, as far as it is asked then. */
export const joiningAgreements = ['templates', 'figures', 'fees', 'policies', 'branding', 'sign-on'] as const
export type JoiningAgreement = (typeof joiningAgreements)[number]

/** What a practice agrees to besides, and stops at any time: with `billing`, that its group pays for its plan and chooses it. */
export const groupAgreements = [...joiningAgreements, 'billing'] as const
export type GroupAgreement = (typeof groupAgreements)[number]
