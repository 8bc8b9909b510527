/**
 * The modules in the order in which they may import one another: each may use those above it (ARCHITECTURE.md).
 * The layout test reads this list.
 */
export const order = [
  'audit',
  'clinics',
  'messages',
  'staff',
  'identity',
  'account',
  'registration',
  'cleanup',
  'patients',
  'patient-imports',
  'treatments',
  'templates',
  'translations',
  'template-files',
  'adoptions',
  // Screens alone: the chart of the mouth.
  'teeth',
  'histories',
  'clinical-notes',
  'consents',
  // What is found and decided is about one consent, and signing asks it.
  'capacity',
  'pictures',
  'saved-views',
  'tasks',
  'questions',
  'signing',
  'paper',
  'reminders',
  'documents',
  'appointments',
  'day-lists',
  'records',
  'kiosks',
  'patient-home',
  'integrations',
  'setup',
] as const
