import shipped from '../../../build/content/capacity-forms.json' with { type: 'json' }
import type { CapacityBook, CapacityForm, CapacityFormName } from '../../../contract/capacity-rules.ts'

const book = shipped as CapacityBook

/** The form of that name as it is today; the build has checked that there is one for each law. */
export const formNamed = (name: CapacityFormName): CapacityForm => book.forms.find(({ id }) => id === name)!
