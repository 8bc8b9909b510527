/**
 * What may be held back from one clinic or from all, because it is new there, because it costs, or because something is
 * wrong with it. Everything is on unless a super administrator has switched it off. Import-free, so that browsers may
 * use it as a value.
 */
export const featureNames = [
  'language-model',
  'own-videos',
  'new-connections',
  'patient-imports',
  'day-lists',
] as const
export type Feature = (typeof featureNames)[number]

/** How it is called, and what is not possible while it is off. */
export const features: Record<Feature, { title: string; whileOff: string }> = {
  'language-model': {
    title: 'Language model for notes',
    whileOff: 'Clinical notes are read by rules only. No notes are sent to the language model.',
  },
  'own-videos': {
    title: 'Video uploads',
    whileOff: 'No videos can be uploaded. Existing videos stay, and patients can watch them.',
  },
  'new-connections': {
    title: 'New API keys and webhooks',
    whileOff: 'No API keys or webhooks can be added. Existing ones keep working.',
  },
  'patient-imports': {
    title: 'Patient import',
    whileOff: 'Patients cannot be imported. They can be added one by one.',
  },
  'day-lists': {
    title: 'Day list import',
    whileOff: 'Day lists cannot be imported. Appointments can be added one by one.',
  },
}
