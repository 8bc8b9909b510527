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
export type ConditionState = (typeof conditionStates)[number]

/** `attention`: the team can settle it at the chair. `not-ready`: treatment must not begin. */
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
