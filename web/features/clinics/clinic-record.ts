import { api } from '../../api.ts'

const names = new Map<string, Promise<string | null>>()

/**
 * The clinic's name from its record, asked once while the tab lives. A record that cannot be
 * loaded is only logged: the name is decoration, and the next question asks again.
 */
export function loadClinicName(clinicId: string): Promise<string | null> {
  const known = names.get(clinicId)
  if (known) return known
  const asked = api.clinics.get({}).then(
    ({ name }) => name,
    (error: unknown) => {
      console.error('The clinic record could not be loaded', error)
      names.delete(clinicId)
      return null
    },
  )
  names.set(clinicId, asked)
  return asked
}
