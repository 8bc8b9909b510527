import {
  parseAdditionalAnswers,
  type AdditionalAnswerInput,
  type AdditionalQuestion,
} from '../consents/index.ts'
import type { FieldProblem } from '../../ui/plain/error-summary.tsx'

const trimmedFieldValue = (data: FormData, name: string): string => String(data.get(name) ?? '').trim()

type FormCheck = [wrong: boolean, id: string, text: string]
const foundErrors = (checks: FormCheck[]): FieldProblem[] =>
  checks.filter(([wrong]) => wrong).map(([, id, text]) => ({ id, text }))

export const statementsId = 'statements'
export const choiceId = (place: number) => `choice-${place}`

type DateTimeOptions = { now: Date; what: string }

/** A day and time as typed, or why it cannot be. */
function parseDateTime(data: FormData, id: string, { now, what }: DateTimeOptions): string | FieldProblem[] {
  const [typed, at] = [trimmedFieldValue(data, id), new Date(trimmedFieldValue(data, id))]
  const faults = foundErrors([
    [typed === '' || Number.isNaN(at.getTime()), id, `Enter the day and time ${what}`],
    [at > now, id, 'Enter a day and time that have passed'],
  ])
  return faults.length > 0 ? faults : at.toISOString()
}

/** When the patient was handed the text, or what is missing of it. */
export const parseGivenAt = (data: FormData, now: Date): string | FieldProblem[] =>
  parseDateTime(data, 'givenAt', { now, what: 'when the patient got it' })

export type ScanAnswers = { code: string; complete: boolean }

/** What is said of every scan, or what is missing of it. */
function parseScanAnswers(data: FormData, files: number): ScanAnswers | FieldProblem[] {
  const [code, complete] = [trimmedFieldValue(data, 'code'), data.get('complete') !== null]
  const faults = foundErrors([
    [files === 0, 'scan', 'Add the scan or photos of the paper'],
    [code === '', 'code', 'Enter the code printed at the foot of each page'],
    [!complete, 'complete', 'Check the pages and confirm that every one is here'],
  ])
  return faults.length > 0 ? faults : { code, complete }
}

type AskedStatements = {
  files: number
  statements: number
  treatments: number
  additional: AdditionalQuestion
  now: Date
}
const signers = ['patient', 'parent', 'attorney', 'deputy', 'guardian'] as const
export type PaperAnswers = ScanAnswers & {
  name: string
  signerRole: (typeof signers)[number]
  signedOn: string
  confirmed: number[]
  choices: boolean[]
  additional: AdditionalAnswerInput[]
}

/** What stands on a signed paper as it was typed, or what is missing of it. Nothing in it is filled in beforehand. */
export function parseSignedPaper(data: FormData, asked: AskedStatements): PaperAnswers | FieldProblem[] {
  const scan = parseScanAnswers(data, asked.files)
  const confirmed = data.getAll(statementsId).map(Number)
  const choices = Array.from({ length: asked.treatments }, (_none, place) =>
    trimmedFieldValue(data, choiceId(place)),
  )
  const signerRole = signers.find((role) => role === trimmedFieldValue(data, 'signerRole'))
  const { said: additional, faults: notLookedAt } = parseAdditionalAnswers(data, asked.additional)
  const name = trimmedFieldValue(data, 'name')
  const signedOn = parseDateTime(data, 'signedOn', { now: asked.now, what: 'next to the signature' })
  const faults = [
    ...(Array.isArray(scan) ? scan : []),
    ...foundErrors([
      [
        confirmed.length < asked.statements,
        statementsId,
        'Tick each statement that is ticked on the paper. If one is not, go through it with the patient again',
      ],
      ...choices.map((choice, place): FormCheck => [
        choice === '',
        choiceId(place),
        'Choose whether yes or no is ticked',
      ]),
    ]),
    ...notLookedAt,
    ...foundErrors([
      [!signerRole, 'signerRole', 'Choose who signed'],
      [name === '', 'name', 'Enter the name printed next to the signature'],
    ]),
    ...(Array.isArray(signedOn) ? signedOn : []),
  ]
  if (faults.length > 0 || Array.isArray(scan) || Array.isArray(signedOn) || !signerRole) return faults
  return {
    ...scan,
    name,
    signerRole,
    signedOn,
    confirmed,
    choices: choices.map((choice) => choice === 'yes'),
    additional,
  }
}

export type AddedScan = ScanAnswers & { reason: string }

/** Another scan of the same paper as it was typed, or what is missing of it. */
export function parseAddedScan(data: FormData, files: number): AddedScan | FieldProblem[] {
  const [scan, reason] = [parseScanAnswers(data, files), trimmedFieldValue(data, 'reason')]
  const faults = [
    ...(Array.isArray(scan) ? scan : []),
    ...foundErrors([[reason === '', 'reason', 'Enter why another scan is needed']]),
  ]
  return faults.length > 0 || Array.isArray(scan) ? faults : { ...scan, reason }
}
