import type { PlaceholderName } from '../../../contract/consent-plan.ts'

/**
 * What belongs to the practice's way of doing a treatment, and so is much the same from patient to patient.
 * What is weighed for one patient (reason, outlook, risks) is never suggested: it stands for a conversation.
 */
const habits = [
  'price',
  'visits',
  'duration',
  'material',
  'crownWithin',
  'graftSource',
  'sedationType',
  'retainerPlan',
] as const

type Values = Partial<Record<PlaceholderName, string>>

const keyOf = (clinicId: string, templateId: string) => `candour.habits.${clinicId}.${templateId}`

/** Keeps this browser's usual values for a template of a clinic. */
export function rememberHabits(clinicId: string, templateId: string, values: Values): void {
  const kept = habits.flatMap((name) => (values[name] ? [[name, values[name]]] : []))
  try {
    localStorage.setItem(keyOf(clinicId, templateId), JSON.stringify(Object.fromEntries(kept)))
  } catch {
    // Without storage the next consent starts with empty fields.
  }
}

/** The usual values for a template, to be shown for review; nothing where none are kept or they cannot be read. */
export function recallHabits(clinicId: string, templateId: string): Values {
  try {
    const kept: Record<string, unknown> = JSON.parse(
      localStorage.getItem(keyOf(clinicId, templateId)) ?? '{}',
    )
    return Object.fromEntries(
      habits.flatMap((name) => (typeof kept[name] === 'string' ? [[name, kept[name]]] : [])),
    )
  } catch {
    return {}
  }
}
