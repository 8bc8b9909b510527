import { phrase_length_max } from '../../../contract/limits.ts'
import type { ListedPhrases, Phrases } from '../../../contract/phrases.ts'
import { findPatientFact, nameFormsIn, possibleNames } from '../../../wording/phrase-facts.ts'
import { day_ms } from '../../platform/clock.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { findSentTreatments } from '../consents/index.ts'
import { findNamesInUse } from '../patients/index.ts'
import { listStaffNames } from '../staff/index.ts'
import { findLibraryIds } from '../templates/index.ts'
import { listGroupPhrases } from './phrase-group-store.ts'
import { everydayWords, libraryPhrasesOf } from './phrase-library.ts'
import { sentPhrasesOf } from './phrase-pool.ts'
import { listPhrases, offeredPhrases } from './phrase-rules.ts'
import { listPhraseChoices } from './phrase-store.ts'

/** Consents of the last year tell what is usual. */
const sent_days_max = 365

/** The words of these texts that are a name of somebody at the practice: of a patient, or of its staff. */
export async function findNamesIn(scope: ClinicScope, texts: readonly string[]): Promise<Set<string>> {
  const words = new Set(texts.flatMap((text) => possibleNames(text, everydayWords())))
  const patientNames = await findNamesInUse(scope, [...words])
  const staffNames = await listStaffNames(scope)
  return new Set([...patientNames, ...staffNames.flatMap(nameFormsIn)])
}

/** Judges which of these texts may stand in a gap for any patient: those that hold no fact of one of them. */
export async function judgePhrases(scope: ClinicScope, texts: readonly string[]) {
  const names = await findNamesIn(scope, texts)
  return (gap: string, text: string): boolean =>
    text.length <= phrase_length_max &&
    findPatientFact(text, { gap, names, everydayWords: everydayWords() }) === null
}

/** Every phrase that could be offered for a template, ranked for a clinician where there is one, hidden ones at the end. */
export async function gatherPhrases(
  scope: ClinicScope,
  { templateId, clinicianId }: { templateId: string; clinicianId: string | null },
): Promise<ListedPhrases> {
  const since = new Date(scope.now.getTime() - sent_days_max * day_ms)
  const treatments = await findSentTreatments(scope, templateId, since)
  const sent = sentPhrasesOf(treatments, clinicianId)
  const group = await listGroupPhrases(scope, templateId)
  const repeated = [...sent.values()].filter(({ isForSeveral }) => isForSeveral)
  const texts = [...repeated, ...group].map(({ text }) => text)
  return listPhrases({
    sent,
    group,
    library: libraryPhrasesOf(await findLibraryIds(scope, templateId)),
    choices: clinicianId === null ? [] : await listPhraseChoices(scope, { templateId, clinicianId }),
    names: await findNamesIn(scope, texts),
  })
}

/** What the form offers in each gap, so that it is chosen and not typed. */
export const suggestPhrases = async (
  scope: ClinicScope,
  input: { templateId: string; clinicianId: string | null },
): Promise<Phrases> => offeredPhrases(await gatherPhrases(scope, input))
