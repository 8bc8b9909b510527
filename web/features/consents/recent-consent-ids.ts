import { recent_consents_max } from '../../../contract/limits.ts'
import { addRecentId, recentIds } from '../../ui/recent-ids.ts'

/** The consents that this person opened last, the newest first. */
export const recentConsentIds = (userId: string): string[] =>
  recentIds('consents', userId, recent_consents_max)

/** Remembers that this person opened a consent. */
export const recordConsentOpened = (userId: string, consentId: string): void =>
  addRecentId('consents', userId, { id: consentId, max: recent_consents_max })
