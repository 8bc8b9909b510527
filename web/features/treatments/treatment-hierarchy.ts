import type { TreatmentHierarchy } from '../../../contract/treatments.ts'
import { api } from '../../api.ts'

/** Whose treatment types: a clinic's, the platform's, or, where nobody is signed in, the built-in ones. */
export type TreatmentSide = 'clinic' | 'admin' | 'nobody'

/** The subtypes of each active treatment type. Where they cannot be had, the built-in list stands in for them. */
export async function loadTreatmentHierarchy(side: TreatmentSide): Promise<TreatmentHierarchy> {
  if (side === 'nobody') return builtInHierarchy()
  const fetchHierarchy = side === 'clinic' ? api.treatments.hierarchy : api.adminTreatments.hierarchy
  return fetchHierarchy({}).catch(builtInHierarchy)
}

/** Few ever need it, so it is fetched when it is. */
async function builtInHierarchy(): Promise<TreatmentHierarchy> {
  const { builtIn } = await import('../../../build/content/treatments.json')
  return Object.fromEntries(builtIn.map(({ name, subtypes }) => [name, subtypes]))
}
