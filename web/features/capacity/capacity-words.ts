import type { CapacityResult, CapacityChoice, WeighedOption } from '../../../contract/capacity-rules.ts'
import type { Api } from '../../api.ts'

export type CapacityRecord = Awaited<ReturnType<Api['capacity']['get']>>
export type Assessment = CapacityRecord['assessments'][number]
export type Decision = CapacityRecord['decisions'][number]

export const resultWords: Record<CapacityResult, string> = {
  has: 'The patient can decide this',
  lacks: 'The patient cannot decide this',
  open: 'Not established yet',
}

/** What follows from the newest assessment, for whoever looks at the consent. */
export const nextStepText: Record<CapacityResult, string> = {
  has: 'They sign themselves. No one signs for them.',
  lacks: 'They are not asked to sign. The decision made for them is recorded in place of their signature.',
  open: 'No one signs until capacity is reassessed.',
}

export const choiceWords: Record<CapacityChoice, string> = {
  'go-ahead': 'The treatment goes ahead',
  'not-to-treat': 'The treatment does not go ahead',
}

export const emptyTreatmentOption: WeighedOption = {
  way: '',
  brings: '',
  burdens: '',
  restricts: '',
  view: '',
}

/** Said to whoever may not assess. */
export const clinicianOnlyText =
  'Capacity is assessed by a colleague with a clinical role. Ask the clinician of this consent, or ask your manager to mark you as a clinician on your staff record.'
