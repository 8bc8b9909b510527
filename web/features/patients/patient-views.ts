/** The parts of a patient's record, each with its own address. */
export const patientViews = ['overview', 'consents', 'notes', 'messages', 'documents'] as const
export type PatientView = (typeof patientViews)[number]

/** Which part an address asks for; anything else is the overview. */
export const patientViewIn = (params: URLSearchParams): PatientView =>
  patientViews.find((view) => view === params.get('view')) ?? 'overview'

/** The address of a part, beside that of the record. */
export const patientViewHref = (view: PatientView): string => (view === 'overview' ? '?' : `?view=${view}`)
