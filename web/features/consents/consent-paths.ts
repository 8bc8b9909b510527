/** Where the screens of consents lead; the area that joins them says. */
export type ConsentPaths = {
  list: string
  create: (from?: { patient?: string; replaces?: string }) => string
  edit: (consentId: string) => string
  detail: (consentId: string) => string
  countersign: (consentId: string) => string
  patient: (patientId: string) => string
}
