import { z } from 'zod'
import { aborted, operation } from './kit.ts'

export const fileScans = {
  rescanQuarantined: operation({
    method: 'POST',
    path: '/api/admin/quarantined-files/rescans',
    summary: 'Scan all quarantined files again; those without malware now are released',
    access: 'admin',
    audit: { done: 'quarantine.rescanned', refused: 'quarantine.refused' },
    input: z.object({}),
    output: z.object({ files: z.int() }),
    refusals: {
      'scanner-off': aborted('Virus scanning is off. Set CLAMAV_SOCKET and restart first.'),
    },
    example: {},
  }),
}
