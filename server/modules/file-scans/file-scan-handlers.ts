import { contract } from '../../../contract/index.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { MalwareScanner } from '../../platform/malware/malware-scanner.ts'
import { countQuarantinedByOwner } from './file-scan-store.ts'

/** The operations of `contract/file-scans.ts`. */
export const fileScanHandlers = (scanner: MalwareScanner | null) => ({
  rescanQuarantined: handle(contract.fileScans.rescanQuarantined, async (scope) => {
    if (!scanner) return refuse('scanner-off')
    const owners = await countQuarantinedByOwner(scope)
    for (const { clinicId } of owners)
      scope.enqueue('file-scans.rescan-quarantined', clinicId ? { clinicId } : {})
    const files = owners.reduce((sum, owner) => sum + owner.files, 0)
    return { answer: { files }, details: { files } }
  }),
})
