import type { CapacityForms } from '../../../contract/capacity-rules.ts'

/** The forms of every nation; fetched when somebody opens one, and once. */
export async function loadCapacityForms(): Promise<CapacityForms> {
  const { default: book } = await import('../../../build/content/capacity-forms.json')
  return book as CapacityForms
}
