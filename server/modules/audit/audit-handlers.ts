import { contract } from '../../../contract/index.ts'
import { handle } from '../../platform/http/operations.ts'
import { verifyClinic } from './audit-verification.ts'

export const auditHandlers = {
  verify: handle(contract.audit.verify, async (scope) => {
    const answer = await verifyClinic(scope)
    return { answer, details: { intact: answer.intact, brokenSeal: answer.brokenSeal } }
  }),
}
