import { randomBytes, randomUUID } from 'node:crypto'
import { contract } from '../../../contract/index.ts'
import { PatientDetails } from '../../../contract/patients.ts'
import type { TrialPatient, TrialStep } from '../../../contract/setup-checks.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { RunJob, RunPlatformJob } from '../../platform/jobs/job-runner.ts'
import { addTestPatient, findPatient, removePatients, searchPatients } from '../patients/index.ts'
import {
  listClinicNames,
  deleteSetting,
  saveSetting,
  readSetting,
  readSettings,
  type StoredSetting,
} from './setup-store.ts'

export type TrialPatientDeps = { runJob: RunJob; runPlatformJob: RunPlatformJob }

const trialSettingName = (patientId: string) => `trial-patient:${patientId}`

/** Nobody could take it for a person; no two have the same name, so that a search shows this one. */
const createFictionalPatient = () => {
  const lastName = `Patient (not a person) ${randomBytes(3).toString('hex')}`
  return PatientDetails.parse({ firstName: 'Test', lastName, dateOfBirth: '1990-01-01' })
}

const stepMessages: Record<TrialStep['step'], { yes: string; no: string }> = {
  insert: { yes: 'The test patient was added.', no: 'The test patient could not be added.' },
  read: { yes: 'The practice reads the record.', no: 'The practice cannot read the record.' },
  foreign: {
    yes: 'Another practice cannot see it, even with the record’s id.',
    no: 'Another practice can see it. Stop the server and contact support before entering patients.',
  },
  search: { yes: 'The practice’s search finds it.', no: 'The practice’s search does not find it.' },
  delete: {
    yes: 'The test patient was removed and can no longer be found.',
    no: 'The test patient is still there.',
  },
}

async function runStep(step: TrialStep['step'], work: () => Promise<boolean>): Promise<TrialStep> {
  const since = performance.now()
  const isDone = await work().catch(() => false)
  const says = stepMessages[step][isDone ? 'yes' : 'no']
  return { step, isDone, milliseconds: Math.round(performance.now() - since), says }
}

const viewOf = ({ name, facts, savedAt }: StoredSetting): TrialPatient => ({
  patientId: name.split(':')[1]!,
  clinicId: String(facts.clinicId),
  clinicName: String(facts.clinicName),
  name: String(facts.name),
  madeAt: savedAt.toISOString(),
})

type ClinicRef = { id: string; name: string }

/** Adds the patient and looks at it as its practice, and as another one, which must not see it. */
async function runPatientTrial(
  { runJob, runPlatformJob }: TrialPatientDeps,
  clinic: ClinicRef,
  { foreignId, by }: { foreignId: string; by: string },
) {
  const nobody = createFictionalPatient()
  let patientId = ''
  const steps = [
    await runStep('insert', async () => {
      patientId = await runJob(clinic.id, async (scope, note) => {
        const id = await addTestPatient(scope, nobody)
        note({ action: 'patient.trial_made', subject: id, details: {} })
        return id
      })
      return true
    }),
  ]
  if (!patientId) return { patient: null, steps }
  const facts = {
    clinicId: clinic.id,
    clinicName: clinic.name,
    name: `${nobody.firstName} ${nobody.lastName}`,
  }
  const savedTrial = await runPlatformJob(async (scope) => {
    await saveSetting(scope, trialSettingName(patientId), { facts, by })
    return (await readSetting(scope, trialSettingName(patientId)))!
  })
  const mark = nobody.lastName.split(' ').at(-1)!
  const search = { words: [mark], statuses: ['active'] as const }
  const isFound = (clinicId: string) =>
    runJob(clinicId, async (scope) => (await searchPatients(scope, search)).includes(patientId))
  const isRead = (clinicId: string) =>
    runJob(clinicId, async (scope) => (await findPatient(scope, patientId)) !== undefined)
  steps.push(
    await runStep('read', () => isRead(clinic.id)),
    await runStep('foreign', async () => !(await isRead(foreignId)) && !(await isFound(foreignId))),
    await runStep('search', () => isFound(clinic.id)),
  )
  return { patient: viewOf(savedTrial), steps }
}

/** Fictional patients, as `contract/setup-checks.ts` declares them. */
export function trialPatientHandlers(deps: TrialPatientDeps) {
  const { runJob, runPlatformJob } = deps
  return {
    trialPatients: handle(contract.setupChecks.trialPatients, async () => {
      const found = await runPlatformJob(async (scope) => ({
        clinics: await listClinicNames(scope),
        kept: await readSettings(scope, 'trial-patient:'),
      }))
      const clinics = found.clinics.map(({ id, name }) => ({ id, name }))
      return { answer: { clinics, patients: found.kept.map(viewOf) } }
    }),

    makePatient: handle(contract.setupChecks.makePatient, async ({ actor }, { clinicId }) => {
      const clinics = await runPlatformJob((scope) => listClinicNames(scope))
      const clinic = clinics.find(({ id }) => id === clinicId)
      if (!clinic) return refuse('clinic-not-found')
      // Where there is one practice alone, a practice that nobody has stands in for another.
      const foreignId = clinics.find(({ id }) => id !== clinicId)?.id ?? randomUUID()
      const by = 'name' in actor ? actor.name : 'the set-up token'
      const answer = await runPatientTrial(deps, clinic, { foreignId, by })
      const failed = answer.steps.filter(({ isDone }) => !isDone).map(({ step }) => step)
      return { answer, subject: answer.patient?.patientId ?? clinicId, details: { clinicId, failed } }
    }),

    removePatient: handle(contract.setupChecks.removePatient, async (_scope, { patientId }) => {
      const kept = await runPlatformJob((scope) => readSetting(scope, trialSettingName(patientId)))
      if (!kept) return refuse('trial-not-found')
      const clinicId = String(kept.facts.clinicId)
      let isRemoved = false
      const step = await runStep('delete', async () => {
        const wasDeleted = await runJob(clinicId, async (scope, note) => {
          const removed = await removePatients(scope, [patientId])
          if (removed.length > 0) note({ action: 'patient.trial_removed', subject: patientId, details: {} })
          // Whoever removed it elsewhere has done what was asked.
          return removed.length > 0 || (await findPatient(scope, patientId)) === undefined
        })
        isRemoved = wasDeleted
        return (
          wasDeleted &&
          (await runJob(clinicId, async (scope) => (await findPatient(scope, patientId)) === undefined))
        )
      })
      if (!isRemoved) return refuse('has-records')
      await runPlatformJob((scope) => deleteSetting(scope, trialSettingName(patientId)))
      return { answer: { step }, subject: patientId, details: { clinicId } }
    }),
  }
}
