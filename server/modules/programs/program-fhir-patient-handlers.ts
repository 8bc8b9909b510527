import type { FhirPatient } from '../../../contract/fhir-writes.ts'
import { files } from '../../../contract/index.ts'
import type { ClinicScope, ProgramScope } from '../../platform/database/transaction.ts'
import type { CallOperation } from '../../platform/http/operation-caller.ts'
import { handleRoute, type HandledRoute } from '../../platform/http/operations.ts'
import { refuse, refuseAndCommit, Refusal } from '../../platform/http/refusal.ts'
import {
  conditionIdentifier,
  findKeyCreator,
  ownIdentifierOf,
  patientResource,
  patientTag,
  versionNamed,
} from '../integrations/index.ts'
import { findPatient } from '../patients/index.ts'
import { detailsOfPatient, isEndOfCare } from './program-fhir-patient-rules.ts'
import { findByIdentifier, savePatient } from './program-patients.ts'
import { actingScope } from './program-scope.ts'
import { lockMatching } from './program-store.ts'

const { createPatient, updatePatient } = files.fhirWrites

type Deps = { callOperation: CallOperation; address: string }
type Outcome = 'created' | 'updated' | 'unchanged'

/** Patients as FHIR writes them: the same rules and the same holding as `/api/v1/patients`. */
export function fhirPatientHandlers(deps: Deps): HandledRoute[] {
  async function answerOf(scope: ClinicScope, patientId: string, outcome: Outcome, identifier: string) {
    const patient = (await findPatient(scope, patientId))!
    const isNew = outcome === 'created'
    const location = `${deps.address}/api/fhir/Patient/${patientId}/_history/${patient.version}`
    return {
      answer: {
        document: patientResource(patient),
        status: isNew ? (201 as const) : (200 as const),
        headers: { etag: patientTag(patient), location },
      },
      subject: patientId,
      details: { identifier, outcome },
    }
  }

  async function save(scope: ClinicScope, identifier: string, body: FhirPatient) {
    const details = detailsOfPatient(body)
    const result = await savePatient(scope, deps, { identifier, details })
    if (result instanceof Refusal) return result
    const { outcome, patientId, heldBecause } = result
    // What is held stays for the practice, though the request is refused.
    if (outcome === 'held' || patientId === null)
      return refuseAndCommit('patient-held', { because: heldBecause, identifier })
    return answerOf(scope, patientId, outcome, identifier)
  }

  /** One patient of the practice is matched after the other; and what no program may say is refused first. */
  async function begin(program: ProgramScope, body: FhirPatient) {
    const identifier = ownIdentifierOf(body)
    if (identifier === null) return refuse('identifier-unclear')
    if (isEndOfCare(body)) return refuse('not-writable')
    const scope = actingScope(program, await findKeyCreator(program))
    await lockMatching(scope)
    return { scope, identifier }
  }

  return [
    handleRoute(createPatient, async (program, { body }, { ifNoneExist }) => {
      const begun = await begin(program, body)
      if (begun instanceof Refusal) return begun
      const { scope, identifier } = begun
      if (ifNoneExist !== '' && conditionIdentifier(ifNoneExist) !== identifier)
        return refuse('bad-condition')
      const known = await findByIdentifier(scope, identifier)
      if (known)
        return ifNoneExist === ''
          ? refuse('patient-exists')
          : answerOf(scope, known.id, 'unchanged', identifier)
      return save(scope, identifier, body)
    }),

    handleRoute(updatePatient, async (program, { id, body }, { ifMatch }) => {
      const begun = await begin(program, body)
      if (begun instanceof Refusal) return begun
      const { scope, identifier } = begun
      const patient = await findPatient(scope, id)
      if (!patient || (body.id !== undefined && body.id !== id)) return refuse('not-found')
      const version = versionNamed(ifMatch, body)
      if (version === null) return refuse('version-missing')
      if (version !== patient.version) return refuse('stale-version')
      const known = await findByIdentifier(scope, identifier)
      if (known?.id !== id) return refuse('identifier-mismatch')
      return save(scope, identifier, body)
    }),
  ]
}
