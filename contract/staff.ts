import { z } from 'zod'
import { id, operation } from './kit.ts'

const Clinician = z.object({
  id,
  name: z.string(),
  role: z.string(),
  gdcNumber: z.string().nullable(),
  isMe: z.boolean(),
})

export const staff = {
  clinicians: operation({
    method: 'GET',
    path: '/api/clinic/clinicians',
    summary: 'Active staff with a clinical role, by name',
    access: 'clinic',
    audit: null,
    input: z.object({}),
    output: z.array(Clinician),
    example: {},
  }),
}
