import { z } from 'zod'
import { id, instant, operation, pageOf, paging } from './kit.ts'

export const Clinic = z.object({
  id,
  name: z.string(),
  address: z.string(),
  phone: z.string(),
  outOfHours: z.string(),
  email: z.string(),
  isActive: z.boolean(),
  isSuspended: z.boolean(),
})

export const clinics = {
  get: operation({
    method: 'GET',
    path: '/api/clinic/clinic',
    summary: 'The clinic of the signed-in person',
    access: 'clinic',
    audit: null,
    input: z.object({}),
    output: Clinic,
    example: {},
  }),
  listForAdmin: operation({
    method: 'GET',
    path: '/api/admin/clinics',
    summary: 'Every clinic of the platform with its number of staff',
    access: 'admin',
    audit: null,
    input: z.object({ ...paging }),
    output: pageOf(Clinic.extend({ staff: z.int(), createdAt: instant })),
    example: {},
  }),
}
