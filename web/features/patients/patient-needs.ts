import type { PatientRow } from '../../../contract/patients.ts'
import { accessNeedFlags, languageLabel } from './patient-words.ts'

/** What a patient needs, in short words: language, formats, and that nobody may write to them. */
export function needsOf({
  accessNeeds,
  language,
  preferredChannel,
}: Pick<PatientRow, 'accessNeeds' | 'language' | 'preferredChannel'>): string[] {
  return [
    ...(language === 'en' ? [] : [languageLabel(language)]),
    ...accessNeeds.map((need) => accessNeedFlags[need]),
    ...(preferredChannel === 'none' ? ['No messages'] : []),
  ]
}

/** Whether it is time to ask about needs again, or nobody ever has. */
export function isNeedsReviewDue(
  { needsAskedOn, needsReviewOn }: { needsAskedOn: string | null; needsReviewOn: string | null },
  today: string,
): 'never-asked' | 'ask-again' | null {
  if (needsAskedOn === null) return 'never-asked'
  return needsReviewOn !== null && needsReviewOn <= today ? 'ask-again' : null
}
