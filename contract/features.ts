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
    title: 'Notes read by a language model',
    whileOff: 'Clinical notes are read by rules alone. No note is sent to the language model.',
  },
  'own-videos': {
    title: 'Videos of their own',
    whileOff: 'No video can be uploaded. Those that are there stay, and patients can watch them.',
  },
  'new-connections': {
    title: 'New API keys and webhooks',
    whileOff: 'No API key and no webhook can be added. Those that are there go on working.',
  },
  'patient-imports': {
    title: 'Patients from a file',
    whileOff: 'No list of patients can be read in. Patients can be added one by one.',
  },
  'day-lists': {
    title: 'Appointments from a file',
    whileOff: 'No day list can be read in. Appointments can be added one by one.',
  },
}
