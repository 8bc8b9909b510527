import { z } from 'zod'
import { id, instant, operation } from './kit.ts'

/** Where a record was destroyed: what the log says of it stays, and this names why nothing else is found. */
const AuditGap = z.object({
  /** The number of the record that is gone. */
  record: id,
  /** The number of the certificate under which it was erased. */
  certificate: z.int(),
  erasedAt: instant,
  /** Consents that were erased with it, whose chains are kept as hashes. */
  consents: z.int(),
  /** What is kept is what the certificate says. */
  intact: z.boolean(),
})
export type AuditGap = z.infer<typeof AuditGap>

export const audit = {
  verify: operation({
    method: 'GET',
    path: '/api/clinic/audit/verification',
    summary:
      "Check that no row of the clinic's audit log was removed or altered, and name the records that were destroyed",
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
      /** Records erased under a certificate, in the order of their certificates. */
      gaps: z.array(AuditGap),
    }),
    example: {},
  }),
}
