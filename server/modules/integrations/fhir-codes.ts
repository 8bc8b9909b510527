/** Where the codes and identifiers of resources come from, in one place for whoever checks them. */
export const systems = {
  nhsNumber: 'https://fhir.nhs.uk/Id/nhs-number',
  gdcNumber: 'https://fhir.hl7.org.uk/Id/gdc-number',
  /** Names things by their hash (RFC 6920): R4's own `Attachment.hash` is SHA-1, which proves nothing any more. */
  uri: 'urn:ietf:rfc:3986',
  /** ISO 3950: teeth by two digits. */
  tooth: 'urn:iso:std:iso:3950',
  loinc: 'http://loinc.org',
} as const

const ukCore = 'https://fhir.hl7.org.uk/StructureDefinition'

export const profiles = {
  Appointment: `${ukCore}/UKCore-Appointment`,
  Consent: `${ukCore}/UKCore-Consent`,
  DocumentReference: `${ukCore}/UKCore-DocumentReference`,
  Encounter: `${ukCore}/UKCore-Encounter`,
  Patient: `${ukCore}/UKCore-Patient`,
  QuestionnaireResponse: `${ukCore}/UKCore-QuestionnaireResponse`,
} as const

/** The consent is one for treatment, not for privacy or research (consentscope). */
export const treatmentScope = {
  coding: [
    {
      system: 'http://terminology.hl7.org/CodeSystem/consentscope',
      code: 'treatment',
      display: 'Treatment',
    },
  ],
}

export const consentDocument = {
  coding: [{ system: systems.loinc, code: '59284-0', display: 'Patient Consent' }],
}

/** R4's own policy codes are those of the United States; here it is the regulator's standard and the common law. */
export const policyRule = {
  text: 'General Dental Council, Standards for the Dental Team, Principle 3: obtain valid consent; Montgomery v Lanarkshire Health Board [2015] UKSC 11',
}

export const performerRole = {
  coding: [
    {
      system: 'http://terminology.hl7.org/CodeSystem/v3-ParticipationType',
      code: 'PRF',
      display: 'performer',
    },
  ],
}

/** Patients come for the treatment and go home (v3-ActCode). */
export const ambulatory = {
  system: 'http://terminology.hl7.org/CodeSystem/v3-ActCode',
  code: 'AMB',
  display: 'ambulatory',
}

/** We keep NHS numbers as people gave them, and trace none. */
export const nhsNumberNotTraced = {
  url: `${ukCore}/Extension-UKCore-NHSNumberVerificationStatus`,
  valueCodeableConcept: {
    coding: [
      {
        system: 'https://fhir.hl7.org.uk/CodeSystem/UKCore-NHSNumberVerificationStatusEngland',
        code: '02',
        display: 'Number present but not traced',
      },
    ],
  },
}

/** Leaves out what has no value: FHIR knows no empty texts and lists. */
export function omitEmpty<T extends object>(resource: T): T {
  const isEmpty = (value: unknown) =>
    value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
  return Object.fromEntries(Object.entries(resource).filter(([, value]) => !isEmpty(value))) as T
}
