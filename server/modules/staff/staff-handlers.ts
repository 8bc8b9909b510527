import { contract } from '../../../contract/index.ts'
import { handle } from '../../platform/http/operations.ts'
import { staffName } from './staff-rules.ts'
import { listClinicians } from './staff-store.ts'

export const staffHandlers = {
  clinicians: handle(contract.staff.clinicians, async (scope) => {
    const found = await listClinicians(scope)
    return {
      answer: found.map((member) => ({
        id: member.id,
        name: staffName(member),
        role: member.jobTitle,
        gdcNumber: member.gdcNumber,
        isMe: member.id === scope.staffId,
      })),
    }
  }),
}
