import { contract } from '../../../contract/index.ts'
import type { CallOperation } from '../../platform/http/operation-caller.ts'
import { handle } from '../../platform/http/operations.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { findWordingStatuses, needsConfirmation } from '../adoptions/index.ts'
import { listClinicians, staffName } from '../staff/index.ts'
import { findTemplateWithVersion } from '../templates/index.ts'
import { recordPlaceholders } from '../../../contract/consent-plan.ts'
import { findKeyCreator } from '../integrations/index.ts'
import { actingScope } from './program-scope.ts'

const { listTemplates, listClinicians: listOfClinicians } = contract.programs

const knownToRecord: readonly string[] = recordPlaceholders

/** What programs may know of the practice itself (`contract/programs.ts`). */
export const practiceProgramHandlers = ({ callOperation }: { callOperation: CallOperation }) => ({
  listTemplates: handle(listTemplates, async (program, asked) => {
    const scope = actingScope(program, await findKeyCreator(program))
    const listed = await callOperation(contract.templates.list, scope, asked)
    if (listed instanceof Refusal) throw new Error('Templates are listed without a refusal')
    const { rows, total, page, pageSize } = listed.answer
    // Asked together, they are sent together.
    const found = await Promise.all(rows.map(({ id }) => findTemplateWithVersion(scope, id)))
    const templates = found.filter((template) => template !== undefined)
    const statuses = await findWordingStatuses(
      scope,
      templates.map(({ versionId }) => versionId),
    )
    return {
      answer: {
        ...{ total, page, pageSize },
        rows: templates.map((template) => ({
          id: template.id,
          name: template.name,
          treatmentType: template.treatmentType,
          version: template.versionLabel,
          requiresTooth: template.requiresTooth,
          requiresDiagnosis: template.requiresDiagnosis,
          fields: template.wording.placeholders.filter((name) => !knownToRecord.includes(name)),
          isAdopted: !needsConfirmation(statuses.get(template.versionId)!.state),
        })),
      },
      details: { found: templates.length },
    }
  }),

  listClinicians: handle(listOfClinicians, async (program) => {
    const scope = actingScope(program, await findKeyCreator(program))
    return {
      answer: (await listClinicians(scope)).map((each) => ({
        ...{ id: each.id, name: staffName(each), jobTitle: each.jobTitle, gdcNumber: each.gdcNumber },
      })),
    }
  }),
})
