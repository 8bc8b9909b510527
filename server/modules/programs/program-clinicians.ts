import type { ClinicScope } from '../../platform/database/transaction.ts'
import { listClinicians } from '../staff/index.ts'

const digitsOf = (written: string): string => written.replaceAll(/\D/g, '')

/** A clinician as another program names them: by our id, or by GDC number; or why there is none. */
export async function resolveClinician(
  scope: ClinicScope,
  { clinicianId, gdcNumber }: { clinicianId?: string | undefined; gdcNumber?: string | undefined },
): Promise<{ clinicianId: string } | 'clinician-unnamed' | 'clinician-not-found'> {
  const wanted = digitsOf(gdcNumber ?? '')
  if (clinicianId === undefined && wanted === '') return 'clinician-unnamed'
  const found = (await listClinicians(scope)).find((each) =>
    clinicianId === undefined ? digitsOf(each.gdcNumber ?? '') === wanted : each.id === clinicianId,
  )
  return found ? { clinicianId: found.id } : 'clinician-not-found'
}
