import { contract } from '../../../contract/index.ts'
import type { CallOperation } from '../../platform/http/operation-caller.ts'
import { handle } from '../../platform/http/operations.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { findKeyCreator } from '../integrations/index.ts'
import { savePatient } from './program-patients.ts'
import type { SentDetails } from './program-schema.ts'
import { actingScope } from './program-scope.ts'
import { lockMatching } from './program-store.ts'

/** Leaves out what was not sent. */
const sentOnly = (given: object): SentDetails =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as SentDetails

/** The operation on patients of `contract/programs.ts`. */
export const patientProgramHandlers = (deps: { callOperation: CallOperation }) => ({
  savePatient: handle(contract.programs.savePatient, async (program, { identifier, ...given }) => {
    const scope = actingScope(program, await findKeyCreator(program))
    await lockMatching(scope)
    const result = await savePatient(scope, deps, { identifier, details: sentOnly(given) })
    if (result instanceof Refusal) return result
    const { outcome, patientId } = result
    return {
      answer: { identifier, ...result },
      ...(patientId && { subject: patientId }),
      details: { identifier, outcome },
      ...(outcome === 'held' && { as: 'partly' as const }),
    }
  }),
})
