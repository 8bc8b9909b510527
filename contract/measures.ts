/**
 * What is counted of consents, each under the month in which its consent was sent. Import-free, so that browsers may
 * use it as a value.
 */

/** Until when a signature came, from the shortest: each is counted under the first that it kept. */
export const timeToSignBuckets = [
  { measure: 'signed_in_an_hour', minutes: 60, label: 'Under 1 hour' },
  { measure: 'signed_in_a_day', minutes: 24 * 60, label: 'Under 1 day' },
  { measure: 'signed_in_three_days', minutes: 3 * 24 * 60, label: 'Under 3 days' },
  { measure: 'signed_in_a_week', minutes: 7 * 24 * 60, label: 'Under 1 week' },
  { measure: 'signed_in_a_fortnight', minutes: 14 * 24 * 60, label: 'Under 2 weeks' },
  { measure: 'signed_later', minutes: Infinity, label: '2 weeks or more' },
] as const

/** What a practice used with a consent. */
export const featureUsageMeasures = [
  { measure: 'with_video', label: 'A video' },
  { measure: 'with_own_pictures', label: 'The patient’s own X-rays or photographs' },
  { measure: 'with_several_treatments', label: 'Several treatments in one consent' },
  { measure: 'in_another_language', label: 'A translation next to English' },
  { measure: 'in_another_format', label: 'Easy Read or large print' },
  { measure: 'with_understanding_check', label: 'An understanding check' },
  { measure: 'with_questions', label: 'Questions from the patient' },
  { measure: 'with_supporter', label: 'Supporter' },
  { measure: 'reminded', label: 'A reminder' },
  { measure: 'signed_on_tablet', label: 'Signed on the practice’s tablet' },
  { measure: 'signed_on_paper', label: 'Signed on paper' },
  { measure: 'agreed_verbally', label: 'Agreed verbally' },
  { measure: 'signed_by_another', label: 'Signed for the patient' },
] as const

/** How far consents came, and how they ended. */
export const consentOutcomeMeasures = [
  'sent',
  'opened',
  'signed',
  'declined',
  'withdrawn',
  'expired',
  'voided',
] as const

export const measures = [
  ...consentOutcomeMeasures,
  ...timeToSignBuckets.map(({ measure }) => measure),
  ...featureUsageMeasures.map(({ measure }) => measure),
  'signed_after_reminder',
  'signed_soon_after_reminder',
  'addenda',
  'refusals',
] as const
export type Measure = (typeof measures)[number]

/** What patients are asked weeks later, each from 1 to 5: the points of all answers, and how many agreed with 4 or 5. */
export const feedbackQuestions = [
  { key: 'understood', label: 'I knew enough to decide' },
  { key: 'asSaid', label: 'It went as I was told it would' },
  { key: 'again', label: 'I would make the same choice again' },
  { key: 'regret', label: 'I regret what I chose' },
] as const
export type FeedbackQuestion = (typeof feedbackQuestions)[number]['key']

/** What is counted for the practice alone: checks of understanding that were gone through, and what patients say later. */
export type ClinicMeasure =
  | Measure
  | 'check_done'
  | 'check_unclear'
  | 'feedback'
  | `feedback_points:${FeedbackQuestion}`
  | `feedback_agreed:${FeedbackQuestion}`

/** How much of each was counted; what is nought may be left out. */
export type MeasureCounts = Partial<Record<ClinicMeasure, number>>

/** Lengths of time that are added up, so that a long period is read from few rows. */
export const metricPeriods = ['month', 'quarter', 'year'] as const
export type MetricPeriod = (typeof metricPeriods)[number]

/** What figures are told of: the practice, one of its treatments or clinicians, a part of texts, a question, how it was read. */
export const metricSubjects = [
  'practice',
  'treatment',
  'clinician',
  'section',
  'question',
  'language',
  'format',
] as const
export type MetricSubject = (typeof metricSubjects)[number]

/**
 * What is counted of those. Of a part: in how many consents it was read, for how many seconds, where a patient who has
 * not decided left off, and how many questions were asked about it. Of a question of a check: how often it was answered,
 * at first wrongly, and not clear in the end. Of a language or form: how far consents in it came.
 */
export type ItemMeasure =
  'read' | 'seconds' | 'left_off' | 'asked' | 'answered' | 'missed' | 'unclear' | 'sent' | 'opened' | 'signed'
