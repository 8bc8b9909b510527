import { phrases } from '../../../contract/phrases.ts'
import { phrase_choices_max } from '../../../contract/limits.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { findClinician } from '../staff/index.ts'
import { findLibraryIds, isTemplateKnown } from '../templates/index.ts'
import { listGroupPhrases } from './phrase-group-store.ts'
import { findNamesIn, gatherPhrases } from './phrase-gathering.ts'
import { libraryPhrasesOf } from './phrase-library.ts'
import { phraseKey, phraseRefusal } from './phrase-pool.ts'
import {
  deletePhraseChoice,
  insertPhraseChoice,
  listPhraseChoices,
  lockPhraseChoices,
  updatePhraseChoice,
  type PhraseOwner,
} from './phrase-store.ts'

/** Which of the two is not there, or null. */
async function missingOwner(scope: ClinicScope, { templateId, clinicianId }: PhraseOwner) {
  if (!(await isTemplateKnown(scope, templateId))) return 'template-not-found'
  return (await findClinician(scope, clinicianId)) ? null : 'clinician-not-found'
}

/** The operations of `contract/phrases.ts`. */
export const phraseHandlers = {
  list: handle(phrases.list, async (scope, owner) => {
    const missing = await missingOwner(scope, owner)
    if (missing) return refuse(missing)
    return { answer: await gatherPhrases(scope, owner) }
  }),

  choose: handle(phrases.choose, async (scope, { field, text, choice, ...owner }) => {
    const missing = await missingOwner(scope, owner)
    if (missing) return refuse(missing)
    await lockPhraseChoices(scope, owner)
    const chosen = await listPhraseChoices(scope, owner)
    const key = phraseKey(field, text)
    const current = chosen.find((one) => phraseKey(one.field, one.text) === key)
    const done = { answer: {}, subject: owner.templateId, details: { ...owner, field, choice } }
    if (choice === null) {
      if (current) await deletePhraseChoice(scope, current.id)
      return done
    }
    if (current) {
      await updatePhraseChoice(scope, current.id, choice)
      return done
    }
    const library = libraryPhrasesOf(await findLibraryIds(scope, owner.templateId))
    const ofGroup = (await listGroupPhrases(scope, owner.templateId)).filter((one) => one.field === field)
    const offered = [...(library[field] ?? []), ...ofGroup.map((one) => one.text)]
    const isOffered = offered.some((one) => phraseKey(field, one) === key)
    const refusal = isOffered ? null : phraseRefusal(field, text, await findNamesIn(scope, [text]))
    if (refusal) return refuse(refusal)
    if (chosen.length >= phrase_choices_max) return refuse('too-many')
    await insertPhraseChoice(scope, owner, { field, text, choice })
    return done
  }),
}
