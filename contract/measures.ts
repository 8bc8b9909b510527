/**
 * What is counted of consents, each under the month in which its consent was sent. Import-free, so that browsers may
 * use it as a value.
 */

/** Until when a signature came, from the shortest: each is counted under the first that it kept. */
export const signingSpans = [
  { measure: 'signed_in_an_hour', minutes: 60, label: 'Within an hour' },
  { measure: 'signed_in_a_day', minutes: 24 * 60, label: 'Within a day' },
  { measure: 'signed_in_three_days', minutes: 3 * 24 * 60, label: 'Within three days' },
  { measure: 'signed_in_a_week', minutes: 7 * 24 * 60, label: 'Within a week' },
  { measure: 'signed_in_a_fortnight', minutes: 14 * 24 * 60, label: 'Within a fortnight' },
  { measure: 'signed_later', minutes: Infinity, label: 'Later' },
] as const

/** What a practice used with a consent. */
export const featureUses = [
  { measure: 'with_video', label: 'A video' },
  { measure: 'with_own_pictures', label: 'The patient’s own X-rays or photographs' },
  { measure: 'with_several_treatments', label: 'Several treatments in one consent' },
  { measure: 'in_another_language', label: 'A language beside English' },
  { measure: 'in_another_format', label: 'Easy Read or large print' },
  { measure: 'with_understanding_check', label: 'An understanding check' },
  { measure: 'with_questions', label: 'Questions from the patient' },
  { measure: 'with_supporter', label: 'Somebody who reads along' },
  { measure: 'reminded', label: 'A reminder' },
  { measure: 'signed_on_tablet', label: 'Signed on the practice’s tablet' },
  { measure: 'signed_on_paper', label: 'Signed on paper' },
  { measure: 'agreed_verbally', label: 'Agreed by word of mouth' },
  { measure: 'signed_by_another', label: 'Signed by somebody for the patient' },
] as const

/** How far consents came, and how they ended. */
const outcomes = ['sent', 'opened', 'signed', 'declined', 'withdrawn', 'expired', 'voided'] as const

export const measures = [
  ...outcomes,
  ...signingSpans.map(({ measure }) => measure),
  ...featureUses.map(({ measure }) => measure),
  'signed_after_reminder',
  'signed_soon_after_reminder',
  'addenda',
  'refusals',
] as const
export type Measure = (typeof measures)[number]

/** How much of each was counted; what is nought may be left out. */
export type Counts = Partial<Record<Measure, number>>
