import library from '../../../build/content/templates.json' with { type: 'json' }

/** What the library advises about consenting to a treatment, whoever wrote the wording. */
export type Advice = {
  writtenConsent: 'required' | 'recommended' | 'proportionate'
  /** Hours to think between the first reading and the treatment. */
  reflectionHours: number
}

const unknownTreatment: Advice = { writtenConsent: 'recommended', reflectionHours: 0 }

const bySubtype = new Map(
  library.map(({ treatmentSubtype, writtenConsent, reflectionHours }) => [
    treatmentSubtype,
    { writtenConsent: writtenConsent as Advice['writtenConsent'], reflectionHours },
  ]),
)

/** The library's advice for a treatment subtype; a subtype of the practice's own asks for nothing in particular. */
export const adviceFor = (treatmentSubtype: string): Advice =>
  bySubtype.get(treatmentSubtype) ?? unknownTreatment
