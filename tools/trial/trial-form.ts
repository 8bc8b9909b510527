import library from '../../build/content/templates.json' with { type: 'json' }
import translations from '../../build/content/translations.json' with { type: 'json' }
import type { LibraryTemplate, LibraryTranslation } from '../../build/content/types.d.ts'
import sample from '../../build/content/page.sample-form.json' with { type: 'json' }
import words from '../../build/content/words.en.json' with { type: 'json' }
import { ConsentPlan } from '../../contract/consent-plan.ts'
import { HistoryFact } from '../../contract/histories.ts'
import { languageTags, type Language } from '../../contract/languages.ts'
import type { PatientConsent } from '../../contract/signing.ts'
import { demoClinics, demoPatients } from '../../server/demo/demo-people.ts'
import {
  contentHash,
  buildFrozenContent,
  missingPlaceholders,
} from '../../server/modules/consents/consent-content.ts'
import { risksToDisclose } from '../../server/modules/consents/consent-health.ts'
import { riskRuleBook } from '../../server/modules/histories/history-rule-book.ts'
import { ageOnDay, evaluatePlanRisks } from '../../server/modules/histories/history-risks.ts'
import { libraryVersionContent } from '../../server/modules/templates/template-rules.ts'
import { treatmentPropertiesOf } from '../../server/modules/templates/template-treatment-properties.ts'
import { renderedSectionsOf } from '../../server/modules/translations/translation-library-store.ts'

/** What the form names, which no database has: always the same, so that a build says the same twice. */
const ids = {
  consent: '0199e000-0000-7000-8000-000000000001',
  template: '0199e000-0000-7000-8000-000000000002',
  version: '0199e000-0000-7000-8000-000000000003',
}
/** When the made-up practice adopted the wording, and from when ages are told. */
const adoptedAt = '2026-11-21T09:00:00.000Z'

const { plan } = sample
const clinic = demoClinics[0]!
const patient = demoPatients.find(({ lastName }) => lastName === plan.patient)!
const clinician = clinic.staff.find(({ key }) => key === plan.clinician)!
const libraryTemplate = library.find(({ id }) => id === plan.template) as LibraryTemplate

/** The languages that the library has this wording in, beside English. */
export const trialLanguages: Language[] = (translations as LibraryTranslation[])
  .filter(({ template, staleSections }) => template === libraryTemplate.id && staleSections.length === 0)
  .flatMap(({ language }) => languageTags.find((tag) => tag === language) ?? [])

/** A finding of the rules in the clinician's own words; how grave it is and what made it hold is theirs to say. */
const exampleDecision = ({ ruleId, statement }: (typeof plan.risks)[number]) => ({
  ...{ ruleId, statement, decision: 'edited' as const, severity: 'info' as const },
  ...{ reason: '', because: [], teeth: [] },
})

/** What the rules make of the patient's history, as the clinician tells it. */
function personalRisks() {
  const { properties } = treatmentPropertiesOf({ ...libraryTemplate, libraryIds: [libraryTemplate.id] })
  const facts = plan.history.map((fact) => HistoryFact.parse({ ...fact, answer: 'yes' }))
  const { findings } = evaluatePlanRisks(
    riskRuleBook,
    Object.fromEntries(facts.map(({ factor, answer, fields }) => [factor, { answer, fields }])),
    {
      ageYears: ageOnDay(patient.dateOfBirth, adoptedAt.slice(0, 10)),
      day: adoptedAt.slice(0, 10),
      treatments: [{ templateId: ids.template, properties, teeth: plan.teeth }],
    },
  )
  return risksToDisclose(findings, plan.risks.map(exampleDecision))
}

function translationOf(language: Language | 'en') {
  const found = translations.find((one) => one.template === libraryTemplate.id && one.language === language)
  if (!found || language === 'en') return undefined
  return {
    ...{ language, format: 'standard' as const },
    sections: renderedSectionsOf(found as LibraryTranslation, libraryTemplate),
  }
}

/**
 * A form as the server would have it at sending, for a patient who does not exist: the library's wording, filled, with
 * what the rules make of her history, by the functions that freeze every form.
 */
export function buildTrialForm(language: Language | 'en' = 'en'): PatientConsent {
  const { heading, wording } = libraryVersionContent(libraryTemplate)
  const { diagnosis, options, recommended, recommendedWhy } = plan
  const planned = ConsentPlan.parse({
    ...{ diagnosis, options, recommended, recommendedWhy, language },
    items: [{ ...plan, templateId: ids.template }],
    personalRisks: personalRisks(),
  })
  const parts = {
    kind: 'consent' as const,
    treatments: [
      {
        template: {
          ...{ id: ids.template, versionId: ids.version, versionLabel: libraryTemplate.version },
          ...{ name: heading.name, treatmentType: heading.treatmentType, wording },
        },
        rendering: translationOf(language),
        item: planned.items[0]!,
      },
    ],
    plan: planned,
    reflectionHours: libraryTemplate.reflectionHours,
    understandingCheck: 'offered' as const,
    ownPictures: [],
    ownFigures: [],
    clinic: {
      name: clinic.name,
      address: clinic.address,
      phone: clinic.phone,
      outOfHours: clinic.outOfHours,
      email: `hello@${clinic.domain}`,
    },
    nation: 'england' as const,
    day: adoptedAt.slice(0, 10),
    patient: {
      name: `${patient.firstName} ${patient.lastName}`,
      dateOfBirth: patient.dateOfBirth,
      nhsNumber: '',
    },
    clinician: {
      name: `${clinician.firstName} ${clinician.lastName}`,
      role: clinician.jobTitle,
      gdcNumber: clinician.gdcNumber ?? null,
    },
    statements: Object.values(words.statements),
    additionalConsents: [],
  }
  const missing = missingPlaceholders(parts)
  if (missing.length > 0) throw new Error(`The form to try has no value for ${missing.join(', ')}`)
  const { name, gdcNumber } = parts.clinician
  const content = {
    ...buildFrozenContent(parts),
    wordingBy: { kind: 'adopted' as const, name, gdcNumber, at: adoptedAt },
  }
  return {
    id: ids.consent,
    status: 'sent',
    brand: { colour: null, logo: null, languages: ['en', ...languageTags] },
    hasNhs111: true,
    content,
    contentHash: contentHash(content),
    signature: null,
    countersigned: false,
    withdrawals: [],
    documents: [],
    scans: [],
    signers: [{ name: parts.patient.name, relationship: '', signerRole: 'patient' }],
    cosignersAsked: [],
    expiresAt: null,
    chainIntact: true,
    chainHead: '',
  }
}
