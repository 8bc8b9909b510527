import { api, type Api } from '../../api.ts'

type ClinicRecord = Awaited<ReturnType<Api['clinics']['get']>>

const recordCache = new Map<string, Promise<ClinicRecord | null>>()

/**
 * The clinic's record, asked once while the tab lives or until it is changed here. One that cannot be
 * loaded is only logged: what it tells is decoration, and the next question asks again.
 */
export function loadClinicRecord(clinicId: string): Promise<ClinicRecord | null> {
  const known = recordCache.get(clinicId)
  if (known) return known
  const asked = api.clinics.get({}).catch((error: unknown) => {
    console.error('The clinic record could not be loaded', error)
    recordCache.delete(clinicId)
    return null
  })
  recordCache.set(clinicId, asked)
  return asked
}

/** Somebody has changed it: the next question asks again. */
export const invalidateClinicRecord = (): void => recordCache.clear()
