import type { ConsentSection } from './consent-sections.ts'

/** The address of one part of a consent's page, or of all of them under each other. */
export type HrefOfConsentSection = (consentId: string, section: ConsentSection | 'all') => string

/**
 * What a new consent begins with: an appointment has its patient, clinician and treatments, a consent that is repeated its
 * clinician and treatments alone.
 */
export type ConsentOrigin = {
  patient?: string
  replaces?: string
  repeats?: string
  appointment?: string
  template?: string
  /** With what the clinician wrote last for these treatments. */
  like?: 'last'
}

/** Where the screens of consents lead; the area that joins them says. */
export type ConsentPaths = {
  list: string
  create: (from?: ConsentOrigin) => string
  edit: (consentId: string) => string
  detail: (consentId: string) => string
  section: HrefOfConsentSection
  countersign: (consentId: string) => string
  patient: (patientId: string) => string
  editPatient: (patientId: string) => string
}

/** The address of a part behind that of the page. */
export const consentSectionQuery = (section: ConsentSection | 'all'): string =>
  section === 'overview' ? '' : `?section=${section}`
