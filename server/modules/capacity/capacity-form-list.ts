import shipped from '../../../build/content/capacity-forms.json' with { type: 'json' }
import type { CapacityForms, CapacityForm, CapacityFormName } from '../../../contract/capacity-rules.ts'

const capacityForms = shipped as CapacityForms

/** The form of that name as it is today; the build has checked that there is one for each law. */
export const findCapacityForm = (name: CapacityFormName): CapacityForm =>
  capacityForms.forms.find(({ id }) => id === name)!
