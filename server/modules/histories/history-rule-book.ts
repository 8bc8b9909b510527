import shipped from '../../../build/content/patient-factors.json' with { type: 'json' }
import type {
  LibraryBandChange,
  LibraryFactorBook,
  LibraryRuleChange,
} from '../../../build/content/types.d.ts'

/** What is asked of patients and what follows from it; the build has checked it against this type. */
export const riskRuleBook = shipped as LibraryFactorBook

/** What patients are asked of a factor, in words that are for them. */
export const askOf = (factor: string): string | undefined =>
  riskRuleBook.factors.find(({ id }) => id === factor)?.ask

/** What these rules change in other sections of a text than that of the risks. */
export const listRuleChanges = (ruleIds: readonly string[]): LibraryRuleChange[] =>
  riskRuleBook.rules.flatMap(({ id, changes }) => (ruleIds.includes(id) ? changes : []))

/** Which risks these rules put into another band. */
export const listBandChanges = (ruleIds: readonly string[]): LibraryBandChange[] =>
  riskRuleBook.rules.flatMap(({ id, bands }) => (ruleIds.includes(id) ? bands : []))
