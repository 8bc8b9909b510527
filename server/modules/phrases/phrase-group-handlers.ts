import { groupPhrases } from '../../../contract/group-phrases.ts'
import { group_phrases_max } from '../../../contract/limits.ts'
import { sliceOf } from '../../platform/database/list-slice.ts'
import type { GroupScope } from '../../platform/database/transaction.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import {
  deleteGroupPhrase,
  findPhraseFields,
  insertGroupPhrase,
  listGroupPhrases,
  listPhraseTemplates,
  lockGroupPhrases,
} from './phrase-group-store.ts'
import { groupPhraseRefusal, phraseKey } from './phrase-pool.ts'

const isAdministrator = ({ role }: GroupScope): boolean => role === 'group_admin'

/** The operations of `contract/group-phrases.ts`. */
export const groupPhraseHandlers = {
  templates: handle(groupPhrases.templates, async (scope, { search, page, pageSize }) => {
    const found = await listPhraseTemplates(scope, search, sliceOf({ page, pageSize }))
    return { answer: { ...found, page, pageSize } }
  }),

  list: handle(groupPhrases.list, async (scope, { templateId }) => {
    const fields = await findPhraseFields(scope, templateId)
    if (!fields) return refuse('not-found')
    return { answer: { fields, phrases: await listGroupPhrases(scope, templateId) } }
  }),

  add: handle(groupPhrases.add, async (scope, { templateId, field, text }) => {
    if (!isAdministrator(scope)) return refuse('group-administrators-only')
    const fields = await findPhraseFields(scope, templateId)
    if (!fields?.includes(field)) return refuse('not-found')
    const refusal = groupPhraseRefusal(field, text)
    if (refusal) return refuse(refusal)
    await lockGroupPhrases(scope)
    const offered = await listGroupPhrases(scope, templateId)
    const key = phraseKey(field, text)
    if (offered.some((one) => phraseKey(one.field, one.text) === key)) return refuse('already-there')
    if (offered.length >= group_phrases_max) return refuse('too-many')
    await insertGroupPhrase(scope, { templateId, field, text })
    const phrases = await listGroupPhrases(scope, templateId)
    return { answer: { fields, phrases }, subject: templateId, details: { field, text } }
  }),

  remove: handle(groupPhrases.remove, async (scope, { phraseId }) => {
    if (!isAdministrator(scope)) return refuse('group-administrators-only')
    const removed = await deleteGroupPhrase(scope, phraseId)
    if (!removed) return refuse('not-found')
    const { templateId, field, text } = removed
    const fields = (await findPhraseFields(scope, templateId)) ?? []
    const phrases = await listGroupPhrases(scope, templateId)
    return { answer: { fields, phrases }, subject: templateId, details: { field, text } }
  }),
}
