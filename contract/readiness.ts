/**
 * What has to be so before treatment may begin, in the order in which it is looked at. Import-free, so that browsers
 * may use it as a value.
 */
export const readinessConditions = [
  'patient-and-tooth',
  'second-check',
  'consent',
  'understanding',
  'questions',
  'reflection',
  'cost',
  'confirmed',
  'unchanged',
] as const
export type ConditionName = (typeof readinessConditions)[number]

export const conditionStates = ['met', 'missing', 'not-needed'] as const

/**
 * What exactly is missing, by which a screen offers what mends it. `not-linked`: no consent is known to be the
 * appointment's; `ended`: nobody can agree to it any more; `not-received`: the time to think has not begun.
 */
export const missingCodes = [
  'not-linked',
  'other-patient',
  'other-plan',
  'not-checked',
  'not-sent',
  'not-signed',
  'refused',
  'ended',
  'signature-required',
  'not-talked-through',
  'answer-required',
  'not-answered',
  'not-received',
  'thinking-time',
  'agreed-same-day',
  'price-changed',
  'price-differs',
  'not-confirmed',
  'changed',
  'new-consent-required',
] as const
export type MissingCode = (typeof missingCodes)[number]

/** What a note at the chair is enough for; without any other, treatment must not begin. */
export const advisoryCodes: readonly MissingCode[] = [
  'not-checked',
  'not-talked-through',
  'not-answered',
  'price-changed',
  'price-differs',
  'not-confirmed',
  'changed',
]

/** `attention`: the team can settle it at the chair, or start with a note. `not-ready`: treatment must not begin. */
export const readinessLevels = ['ready', 'attention', 'not-ready'] as const
export type ReadinessLevel = (typeof readinessLevels)[number]

/** Each condition as a list names it. */
export const conditionTitles: Record<ConditionName, string> = {
  'patient-and-tooth': 'Right patient and tooth',
  'second-check': 'Tooth and side checked by a second person',
  consent: 'Consent given',
  understanding: 'Understanding checked',
  questions: 'Questions answered',
  reflection: 'Time to think',
  cost: 'Cost unchanged',
  confirmed: 'Confirmed today',
  unchanged: 'Nothing changed since',
}
