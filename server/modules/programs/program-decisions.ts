import { contract } from '../../../contract/index.ts'
import type { HeldPatient } from '../../../contract/programs.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { handle } from '../../platform/http/operations.ts'
import type { CallOperation } from '../../platform/http/operation-caller.ts'
import { Refusal, refuse } from '../../platform/http/refusal.ts'
import {
  findExactMatches,
  findPatient,
  findPatients,
  patientName,
  type PatientRow,
} from '../patients/index.ts'
import { findUsableByIdOrName, listUsableTemplates } from '../templates/index.ts'
import { addPatient, applyDetails } from './program-patients.ts'
import type { SentDetails } from './program-schema.ts'
import {
  findTreatmentCodes,
  linkPatient,
  listHeldPatients,
  listTreatmentCodes,
  lockHeldPatient,
  lockMatching,
  mapTreatmentCode,
  settleHeldPatient,
  type OpenHeldPatient,
  type TreatmentCodeRow,
} from './program-store.ts'
import { proposeTemplates } from './treatment-code-proposals.ts'

const { listHeld, decideHeld, listCodes, saveCode } = contract.programDecisions

const nameOf = ({ title = '', firstName = '', lastName = '' }: Partial<SentDetails>): string =>
  [title, firstName, lastName].filter(Boolean).join(' ')

function heldView(held: OpenHeldPatient, candidates: readonly PatientRow[]): HeldPatient {
  const { id, identifier, sentBy, heldAt, because, sent } = held
  const { dateOfBirth, email = '', phone = '', nhsNumber = '' } = sent
  return {
    ...{ id, identifier, sentBy, because, heldAt: heldAt.toISOString() },
    sent: { name: nameOf(sent), dateOfBirth, email, phone, nhsNumber },
    candidates: candidates.map((each) => ({
      ...{ id: each.id, name: patientName(each), dateOfBirth: each.dateOfBirth },
    })),
  }
}

/** What was sent as somebody new: a number that is another patient's is not theirs. */
async function asSomebodyNew(scope: ClinicScope, sent: SentDetails): Promise<SentDetails> {
  const { firstName = '', lastName = '', nhsNumber = '' } = sent
  const person = { firstName, lastName, nhsNumber, dateOfBirth: sent.dateOfBirth }
  const isTaken =
    nhsNumber !== '' && (await findExactMatches(scope, [person])).some((each) => each.nhsNumber === nhsNumber)
  return isTaken ? { ...sent, nhsNumber: '' } : sent
}

const codeView = (row: TreatmentCodeRow, templates: readonly { id: string; name: string }[]) => ({
  ...row,
  proposals: row.template ? [] : proposeTemplates(row, templates),
})

/** What people decide of what programs sent: the operations `programDecisions` of `contract/programs.ts`. */
export function decisionHandlers(deps: { callOperation: CallOperation }) {
  return {
    listHeld: handle(listHeld, async (scope) => {
      const held = await listHeldPatients(scope)
      const found = await findPatients(scope, [...new Set(held.flatMap(({ candidateIds }) => candidateIds))])
      const byId = new Map(found.map((each) => [each.id, each]))
      return {
        answer: held.map((each) =>
          heldView(
            each,
            each.candidateIds.flatMap((id) => byId.get(id) ?? []),
          ),
        ),
      }
    }),

    decideHeld: handle(decideHeld, async (scope, { heldId, decision, patientId }) => {
      await lockMatching(scope)
      const held = await lockHeldPatient(scope, heldId)
      if (!held) return refuse('not-found')
      const done = async (decidedId: string | null) => {
        if (decidedId) await linkPatient(scope, held.identifier, decidedId)
        await settleHeldPatient(scope, held.identifier, decision, decidedId)
        return {
          answer: {},
          subject: decidedId ?? heldId,
          details: { decision, identifier: held.identifier },
        }
      }
      if (decision === 'dismiss') return done(null)
      if (decision === 'new') {
        const added = await addPatient(scope, deps, await asSomebodyNew(scope, held.sent))
        return added instanceof Refusal ? added : done(added)
      }
      const chosen = patientId === undefined ? undefined : await findPatient(scope, patientId)
      if (!chosen || chosen.status === 'merged') return refuse('patient-not-found')
      const applied = await applyDetails(scope, deps, chosen, held.sent)
      return applied instanceof Refusal ? applied : done(chosen.id)
    }),

    listCodes: handle(listCodes, async (scope) => {
      const [rows, templates] = [await listTreatmentCodes(scope), await listUsableTemplates(scope)]
      return { answer: rows.map((row) => codeView(row, templates)) }
    }),

    saveCode: handle(saveCode, async (scope, { code, label, templateId }) => {
      if (templateId !== null) {
        const [found] = await findUsableByIdOrName(scope, { ids: [templateId], names: [] })
        if (!found) return refuse('template-not-found')
      }
      await mapTreatmentCode(scope, { code, label, templateId })
      const [row] = await findTreatmentCodes(scope, [code])
      const answer = codeView(row!, row!.template ? [] : await listUsableTemplates(scope))
      return { answer, details: { code, templateId } }
    }),
  }
}
