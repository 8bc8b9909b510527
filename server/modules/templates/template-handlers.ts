import { contract } from '../../../contract/index.ts'
import { sliceOf } from '../../platform/database/list-slice.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { summaryOf, templateOf } from './template-rules.ts'
import { findListed, findTemplateWithVersion, listTemplates } from './template-store.ts'

export const templateHandlers = {
  list: handle(contract.templates.list, async (scope, { page, pageSize, search }) => {
    const { rows, total } = await listTemplates(scope, search, sliceOf({ page, pageSize }))
    return { answer: { rows: rows.map(summaryOf), total, page, pageSize } }
  }),

  get: handle(contract.templates.get, async (scope, { templateId }) => {
    const listed = await findListed(scope, templateId)
    const withVersion = await findTemplateWithVersion(scope, templateId)
    return listed && withVersion
      ? { answer: templateOf(listed, withVersion), subject: templateId }
      : refuse('not-found')
  }),
}
