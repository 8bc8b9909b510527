import { afterAll, beforeAll, expect, it } from 'vitest'
import { contract } from '../../contract/index.ts'
import { writeAudit } from '../../server/modules/audit/index.ts'
import type { ConsentDocument } from '../../server/modules/documents/index.ts'
import { readConsentDocument } from '../../server/modules/documents/document-record.ts'
import { createJobRunners } from '../../server/platform/jobs/job-runner.ts'
import { createTestCaller, type TestCaller } from '../../server/testing/test-caller.ts'
import { drawnSignature, signatureFor } from '../../server/testing/test-clinic.ts'
import { openTestApp, type TestApp } from '../../server/testing/test-app.ts'

let testApp: TestApp
let program: TestCaller
beforeAll(async () => {
  testApp = await openTestApp()
  program = createTestCaller(testApp.app.http, '', (await testApp.clinicA.addApiKey()).secret)
})
afterAll(() => testApp.close())

/** The record that the sealed document was drawn from. */
async function recordOf(consentId: string): Promise<ConsentDocument> {
  const { database } = testApp.app
  const { runJob } = createJobRunners({
    database,
    clock: testApp.clock,
    writeAudit,
    insertJobs: async () => {},
  })
  return (await runJob(testApp.clinicA.id, (scope) => readConsentDocument(scope, consentId)))!
}

/** Drawings, which the sealed document shows and the resources name; and when the record was asked for here. */
const isDrawing = (path: string): boolean =>
  /^(drawnAt|signature\.strokes.*|pictures\.\d+\.(svg|id|sectionTitle))$/.test(path)

/** Every fact of a record with the place where it stands, as text: dates as instants, HTML as its words. */
function leafValuesOf(value: unknown, path = ''): [path: string, fact: string][] {
  if (isDrawing(path) || value === undefined || value === null || value === '') return []
  if (value instanceof Date) return [[path, value.toISOString()]]
  if (typeof value !== 'object')
    return path.endsWith('.html')
      ? wordsOf(String(value)).map((words) => [path, words])
      : [[path, String(value)]]
  return Object.entries(value).flatMap(([name, part]) => leafValuesOf(part, path ? `${path}.${name}` : name))
}

const wordsOf = (html: string): string[] =>
  html
    .split(/<[^>]*>/)
    .map((words) => words.trim())
    .filter(Boolean)

/** What resources say, as people would read it. */
const textOf = (resources: unknown[]): string =>
  JSON.parse(`"${JSON.stringify(resources).replaceAll('\\"', "'").replaceAll('"', "'")}"`) as string

const normalizeText = (text: string): string =>
  text
    .replaceAll('&amp;', '&')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll(/&#39;|&apos;|&quot;|"/g, "'")
    .replaceAll('&nbsp;', '\u00A0')

/** Flags that are told in a word of their own. */
const internalFieldPattern = /\.(serious|right|isDone|isNothing)$/

it.each([
  ['typed', { kind: 'typed', typed: 'Eleanor Whitcombe' }],
  ['drawn', drawnSignature],
] as const)('holds every fact of the sealed document of a %s signature', async (_kind, mark) => {
  const viewed = await testApp.clinicA.addViewed({ teeth: ['46', '21'] })
  await viewed.patient.callOk(contract.signing.sign, { ...signatureFor(viewed), mark })
  await testApp.runJobs()
  const { consentId } = viewed
  const { documents } = await testApp.clinicA.as('dentist').callOk(contract.consents.get, { consentId })
  const paths = [
    `Consent/${consentId}`,
    `QuestionnaireResponse/${consentId}`,
    `DocumentReference/${documents[0]!.id}`,
  ]
  const answers = await Promise.all(paths.map((path) => program.get(`/api/fhir/${path}`)))
  const told = normalizeText(textOf(answers.map(({ body }) => body)))
  const facts = leafValuesOf(await recordOf(consentId))
  expect(facts.length).toBeGreaterThan(60)
  const isTold = ([path, fact]: [string, string]) =>
    // A flag is told in its own word, a list of flags elsewhere would prove nothing.
    fact === 'true' || fact === 'false' ? internalFieldPattern.test(path) : told.includes(normalizeText(fact))
  expect(facts.filter((fact) => !isTold(fact))).toEqual([])
})
