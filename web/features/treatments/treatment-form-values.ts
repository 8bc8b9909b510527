import { subtypes_max, treatment_name_length_max } from '../../../contract/limits.ts'
import type { FieldProblem } from '../../ui/plain/error-summary.tsx'

export type TreatmentEntry = { name: string; description: string; subtypes: string[] }

/** What was typed of a treatment type, a subtype on each line, with the faults a browser can find. */
export function parseTreatmentForm(form: FormData): { entry: TreatmentEntry; errors: FieldProblem[] } {
  const typed = (name: string) => String(form.get(name) ?? '').trim()
  const lines = typed('subtypes')
    .split('\n')
    .map((line) => line.trim())
  const entry = { name: typed('name'), description: typed('description'), subtypes: lines.filter(Boolean) }
  return { entry, errors: [...nameErrors(entry.name), ...subtypeErrors(entry.subtypes)] }
}

/** What is wrong with the name of a type or a subtype. */
export function nameErrors(name: string): FieldProblem[] {
  if (name === '') return [{ id: 'name', text: 'Enter a name' }]
  return name.length > treatment_name_length_max ? [{ id: 'name', text: tooLong('The name') }] : []
}

const tooLong = (what: string) => `${what} must be ${treatment_name_length_max} characters or fewer`

function subtypeErrors(subtypes: string[]): FieldProblem[] {
  const subtypeError = (text: string): FieldProblem[] => [{ id: 'subtypes', text }]
  if (subtypes.length > subtypes_max) return subtypeError(`Enter ${subtypes_max} subtypes or fewer`)
  const long = subtypes.find(({ length }) => length > treatment_name_length_max)
  if (long) return subtypeError(tooLong(`‘${long.slice(0, 30)}…’`))
  const plain = subtypes.map((name) => name.toLocaleLowerCase('en-GB'))
  const twice = subtypes.find((_, place) => plain.indexOf(plain[place]!) < place)
  return twice ? subtypeError(`‘${twice}’ is entered twice`) : []
}
