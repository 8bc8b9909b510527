/** The states of a clinic's account. Import-free, so that browsers may use them as values. */
export const clinicStatuses = ['active', 'inactive', 'suspended'] as const
export type ClinicStatus = (typeof clinicStatuses)[number]

/** Where a clinic stands with its trial: in it, past its end, or on a plan without one. */
export const trialStates = ['running', 'ended', 'none'] as const
export type TrialState = (typeof trialStates)[number]

/** In which order the Practice Directory is read. */
export const directorySortOrders = ['name', 'newest', 'activity'] as const
export type DirectorySortOrder = (typeof directorySortOrders)[number]
