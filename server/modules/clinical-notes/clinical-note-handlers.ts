import type { LibraryShorthand, LibraryTreatments } from '../../../build/content/types.d.ts'
import { parseCharge } from '../../../contract/charges.ts'
import { ConsentDetails } from '../../../contract/consents.ts'
import { contract, type Contract } from '../../../contract/index.ts'
import { language_model_questions_an_hour_max, price_pence_max } from '../../../contract/limits.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { DeferredResponse } from '../../platform/http/deferred-response.ts'
import { handle, type Handler } from '../../platform/http/operations.ts'
import type { RateLimits } from '../../platform/http/rate-limits.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { findPatient, patientName } from '../patients/index.ts'
import { listActiveStaff, findClinician, staffName } from '../staff/index.ts'
import { findTemplateWithVersion } from '../templates/index.ts'
import { conflictChoices, readingView, suggestionsView, templatesBySubtype } from './clinical-note-view.ts'
import { stripIdentifiers, type KnownPeople } from './identifier-stripping.ts'
import type { AskModel } from './language-model.ts'
import { createNoteReader } from './note-reading.ts'
import { suggestionsOf } from './note-suggestions.ts'

type NoteFactor = { id: string; label: string; fields: readonly { name: string }[] }

export type NoteDeps = {
  shorthand: LibraryShorthand
  factors: readonly NoteFactor[]
  treatments: LibraryTreatments
  rates: Pick<RateLimits, 'attempt'>
  /** Null where no language model is set up. */
  model: { name: string; ask: AskModel } | null
}

type Patient = NonNullable<Awaited<ReturnType<typeof findPatient>>>

/** Whom a note may name: the patient, who may sign for them, and everybody of the practice. */
async function findKnownPeople(scope: ClinicScope, patient: Patient): Promise<KnownPeople> {
  const { guardians, preferredName, dateOfBirth, address, phone, nhsNumber, email } = patient
  const staff = await listActiveStaff(scope)
  return {
    names: [
      patientName({ ...patient, title: '' }),
      preferredName,
      ...guardians.map(({ name }) => name),
      ...staff.map(staffName),
    ].filter(Boolean),
    birthDates: [dateOfBirth],
    texts: [
      ...address.split(/[,\n]/),
      ...[phone, nhsNumber, email],
      ...guardians.flatMap((guardian) => [guardian.phone, guardian.otherPhone ?? '', guardian.email]),
    ],
  }
}

/** What a model is told: what it is for, and by which names it may call treatments and factors. */
function buildPrompt({ shorthand, factors, treatments }: NoteDeps): string {
  const subtypes = [...treatments.builtIn, ...treatments.supplementary].flatMap((type) => type.subtypes)
  const lists = [
    `Treatments: ${subtypes.join('; ')}`,
    `Factors: ${factors.map(({ id, label }) => `${id} (${label})`).join('; ')}`,
  ]
  return [shorthand.modelInstructions.trim(), ...lists].join('\n\n')
}

const hour_seconds = 3600

/** The operations of `contract/clinical-notes.ts`. No note is stored, logged or audited: only that one was read. */
export function clinicalNoteHandlers(deps: NoteDeps) {
  const { shorthand, factors, treatments, rates, model } = deps
  const readNote = createNoteReader(shorthand)
  const instructions = buildPrompt(deps)
  const byId = new Map(factors.map((factor) => [factor.id, factor]))
  const labelOf = (factor: string) => byId.get(factor)?.label ?? factor
  const known = {
    subtypes: new Set([...treatments.builtIn, ...treatments.supplementary].flatMap((type) => type.subtypes)),
    factors: new Set(byId.keys()),
  }

  const read: Handler<Contract['clinicalNotes']['read']> = async (scope, { patientId, note }) => {
    const patient = await findPatient(scope, patientId)
    if (!patient) return refuse('patient-not-found')
    const reading = readNote(note)
    const offered = reading.proposals.flatMap(({ offers }) => offers)
    const templatesOf = await templatesBySubtype(scope, offered)
    const outgoing = model && {
      ...stripIdentifiers(note, await findKnownPeople(scope, patient)),
      model: model.name,
    }
    return { answer: { ...readingView(reading, { labelOf, templatesOf }), outgoing } }
  }

  const suggest: Handler<Contract['clinicalNotes']['suggest']> = async (scope, { patientId, note }) => {
    const patient = await findPatient(scope, patientId)
    if (!patient) return refuse('patient-not-found')
    if (!model) return refuse('model-off')
    const { text, removed } = stripIdentifiers(note, await findKnownPeople(scope, patient))
    const templatesOf = await templatesBySubtype(scope, [...known.subtypes])
    const rate = { attempts: language_model_questions_an_hour_max, seconds: hour_seconds }
    const answer = new DeferredResponse(async () => {
      const isWithin = await rates.attempt('language-model', rate, `${scope.clinicId} ${scope.staffId}`)
      if (!isWithin) return { outcome: 'too-often' as const, suggestions: [] }
      const reply = await model.ask({ instructions, note: text })
      if (reply.outcome !== 'answered') return { outcome: reply.outcome, suggestions: [] }
      const suggestions = suggestionsOf(reply.answer, { note, reading: readNote(note), known })
      return { outcome: reply.outcome, suggestions: suggestionsView(suggestions, { labelOf, templatesOf }) }
    })
    return { answer, subject: patientId, details: { model: model.name, characters: text.length, removed } }
  }

  const settle: Handler<Contract['clinicalNotes']['settle']> = async (scope, accepted) => {
    const { patientId, note, clinicianId, facts, settled, diagnosis, price, visits } = accepted
    if (!(await findPatient(scope, patientId))) return refuse('patient-not-found')
    if (!(await findClinician(scope, clinicianId))) return refuse('clinician-not-found')
    const open = readNote(note).conflicts.find((one) => !settled.includes(conflictChoices(one).join(' ')))
    if (open) return refuse('conflict-open', { conflict: open.message })
    const isInNote = ({ from, to }: { from: number; to: number }) => note.slice(from, to).trim() !== ''
    if (!facts.every(({ spans }) => spans.every(isInNote))) return refuse('fact-not-in-note')
    const isKnown = ({ factor, fields }: (typeof facts)[number]) => {
      const names = byId.get(factor)?.fields.map(({ name }) => name)
      return names !== undefined && Object.keys(fields).every((name) => names.includes(name))
    }
    if (!facts.every(isKnown)) return refuse('fact-unknown')

    const charge = price === '' ? {} : parseCharge(price, price_pence_max)
    if (!charge) return refuse('price-unreadable')

    const items = []
    for (const { templateId, teeth } of accepted.treatments) {
      const template = await findTemplateWithVersion(scope, templateId)
      if (!template?.isInUse) return refuse('template-not-found')
      const placeholders = visits && template.wording.placeholders.includes('visits') ? { visits } : {}
      items.push({ templateId, teeth, placeholders, ...charge })
    }
    const kept = facts.map((fact) => ({
      ...fact,
      label: labelOf(fact.factor),
      words: fact.spans.map(({ from, to }) => note.slice(from, to)).join(' … '),
    }))
    const details = { treatments: items.length, facts: kept.length }
    const consent = ConsentDetails.parse({ patientId, clinicianId, items, diagnosis })
    return { answer: { consent, facts: kept }, subject: patientId, details }
  }

  return {
    read: handle(contract.clinicalNotes.read, read),
    suggest: handle(contract.clinicalNotes.suggest, suggest),
    settle: handle(contract.clinicalNotes.settle, settle),
  }
}
