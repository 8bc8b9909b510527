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
  'treatments',
  'templates',
  'translations',
  'template-files',
  'adoptions',
  'consents',
  'signing',
  'documents',
  'appointments',
  'patient-home',
  'setup',
] as const
