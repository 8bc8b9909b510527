import { z } from 'zod'
import { operation } from './kit.ts'

export const audit = {
  verify: operation({
    method: 'GET',
    path: '/api/clinic/audit/verification',
    summary: "Check that no row of the clinic's audit log was removed or altered",
    access: 'clinic',
    needs: 'accessSettings',
    audit: { done: 'audit.verified' },
    input: z.object({}),
    output: z.object({
      rows: z.int(),
      /** Rows written in the last moments that no seal covers yet. */
      unsealed: z.int(),
      seals: z.int(),
      intact: z.boolean(),
      /** Number of the first seal whose rows or link do not match, if any. */
      brokenSeal: z.int().nullable(),
    }),
    example: {},
  }),
}
