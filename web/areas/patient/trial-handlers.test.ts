import { isContractProcedure } from '@orpc/contract'
import type { z } from 'zod'
import { expect, test } from 'vitest'
import told from '../../../build/trial/words.json'
import { contract } from '../../../contract/index.ts'
import type { OperationMeta } from '../../../contract/kit.ts'
import { PatientConsent } from '../../../contract/signing.ts'
import { toCanonicalText } from '../../../verification/canonical-text.ts'
import { eventHashInput } from '../../../verification/bundle-format.ts'
import { sha256 } from '../../../verification/bytes.ts'
import { RequestRefusedError } from '../../features/signing/index.ts'
import { createTrialHandler, trialHandlers, type TrialDeps } from './trial-handlers.ts'
import { trialForm } from './trial-forms.ts'
import { createTrialRecord } from './trial-record.ts'

type TestedOperation = { method: string; path: string; output: z.ZodType; meta: OperationMeta }

const operations = new Map(
  Object.entries(contract).flatMap(([module, all]) =>
    Object.entries(all).map(([name, operation]): [string, TestedOperation] => {
      if (!isContractProcedure(operation)) throw new Error(`'${name}' is not an operation`)
      const { route, outputSchema, meta } = operation['~orpc']
      const { method = '', path = '' } = route
      return [
        `${module}.${name}`,
        { method, path, output: outputSchema as z.ZodType, meta: meta as OperationMeta },
      ]
    }),
  ),
)

/** What no page of the trial asks: it ends with the answer, has no video, and opens by the birth date alone. */
const unusedOperations = [
  /^(aftercare|documents|evidence|paper|pictures|patientHome|viewings)\./,
  /^signing\.(draftKey|sendCode|proveCode|requestLink|withdraw|mailCopy)$/,
  /^matters\.takeBack$/,
  /^kiosks\./,
]

function createTrial(language = 'en') {
  const record = createTrialRecord(trialForm, told.events)
  const { practice, refusals } = told as Pick<TrialDeps, 'practice' | 'refusals'>
  const trust = { codeWord: '', callBack: practice.phone }
  const answer = createTrialHandler({ record, practice, trust, refusals, language: () => language })
  /** Asks by the name of an operation, and holds the answer to what the contract says of it; then its shape is known. */
  async function callOperation(name: string, ids: Record<string, string> = {}, body?: object): Promise<any> {
    const { method, path, output } = operations.get(name)!
    const filled = path.replaceAll(/\{(\w+)\}/g, (_gap, id: string) => ids[id] ?? 'any')
    const response = await answer({ method, path: filled, body })
    expect(output.parse(response), name).toEqual(response)
    return response
  }
  return { record, ask: callOperation }
}

const openTrial = async (language?: string) => {
  const trial = createTrial(language)
  await trial.ask('signing.verify', {}, { dateOfBirth: told.dateOfBirth })
  return trial
}

async function signatureOf({ record }: { record: ReturnType<typeof createTrial>['record'] }) {
  const { contentHash, content } = record.read()
  return {
    ...{ contentHash, name: 'Eleanor Whitcombe', signerRole: 'patient' },
    confirmed: content.statements.map((_statement, at) => at),
    mark: { kind: 'typed', typed: 'Eleanor Whitcombe' },
  }
}

test('whatever a patient’s pages may ask is answered, at the contract’s own method and path', () => {
  for (const { name, method, path } of trialHandlers)
    expect(operations.get(name), name).toMatchObject({ method, path })
  const testedOperations = [...operations].filter(
    ([name, { meta }]) =>
      ['link', 'patient'].includes(meta.access) && !unusedOperations.some((one) => one.test(name)),
  )
  expect(testedOperations.map(([name]) => name).sort()).toEqual(trialHandlers.map(({ name }) => name).sort())
})

test.each(['en', 'cy', 'pl', 'ur'])(
  'the form in %s is one that the server could have frozen',
  async (language) => {
    const form = await trialForm(language)
    expect(PatientConsent.parse(form)).toEqual(form)
    expect(await sha256(toCanonicalText(form.content))).toBe(form.contentHash)
    expect(form.content.sections.some(({ beside }) => beside?.language === language)).toBe(language !== 'en')
    expect(form.content.personalRisks?.map(({ because }) => because.join())).toEqual([
      expect.stringContaining('apixaban'),
    ])
  },
)

test('who reads in a language that the form is not in gets it in English', async () => {
  expect(await trialForm('bn')).toEqual(await trialForm('en'))
})

test('the right date of birth opens the form, a wrong one says how often one may try and locks nobody out', async () => {
  const { ask } = createTrial()
  expect(await ask('signing.open')).toMatchObject({
    locked: false,
    practice: { name: 'Harbour Street Dental' },
  })
  for (const attemptsLeft of [4, 3, 2, 1, 1, 1]) {
    const wrong = ask('signing.verify', {}, { dateOfBirth: '1961-03-15' })
    await expect(wrong).rejects.toMatchObject({ details: { reason: 'wrong-birth-date', attemptsLeft } })
    await expect(wrong).rejects.toBeInstanceOf(RequestRefusedError)
  }
  const { consentId } = await ask('signing.verify', {}, { dateOfBirth: told.dateOfBirth })
  expect(await ask('signing.read', { consentId })).toMatchObject({ id: consentId, status: 'viewed' })
})

test('what is told, asked and answered on the way stands in the record', async () => {
  const { ask, record } = await openTrial('cy')
  expect((await ask('signing.read')).content.sections[2].beside.language).toBe('cy')
  await ask('matters.tell', {}, { told: [{ prompt: 'work', text: 'I sing' }], isNothing: false })
  await ask('matters.tell', {}, { told: [{ prompt: 'work', text: 'I sing' }], isNothing: false })
  await ask('matters.lean', {}, { option: 1 })
  await ask('matters.think', {}, { remindDays: 7 })
  await ask('matters.askCall', {}, { times: ['morning'], text: '' })
  const listedMatters = await ask('matters.listOwn')
  expect(listedMatters.matters).toHaveLength(1)
  expect(listedMatters).toMatchObject({
    leaning: { option: 1 },
    thinking: { remindDays: 7 },
    call: { times: ['morning'] },
  })

  const { questions } = record.read().content.understanding!
  const [first, second] = questions as [(typeof questions)[0], (typeof questions)[0]]
  const right = first.answers.findIndex((answer) => answer.right)
  const wrong = second.answers.findIndex((answer) => !answer.right)
  await ask('understanding.answer', {}, { question: first.id, answer: right })
  await ask('understanding.answer', {}, { question: second.id, answer: wrong })
  await ask('understanding.talk', {}, { question: null })
  await ask('understanding.finish', {}, { ownWords: 'It hurts less' })
  expect(await ask('understanding.readOwn')).toMatchObject({ hasBegun: true, right: 1, needsTalk: true })

  await ask('supporters.invite', {}, { name: 'Maria', relation: 'Daughter', hours: 72, by: 'own' })
  const [{ id: supporterId, code }] = await ask('supporters.listOwn')
  expect(code).toMatch(/^\d{6}$/)
  await ask('supporters.revokeOwn', { supporterId }, {})
  expect(await ask('supporters.listOwn')).toMatchObject([{ state: 'revoked', code: null }])
  await ask('readings.report', {}, { visit: 'v', number: 1, spells: [{ part: 2, ms: 900, listenedMs: 0 }] })

  await ask('signing.sign', {}, await signatureOf({ record }))
  const events = await record.events()
  expect(events.map(({ event }) => event)).toEqual([
    ...['consent.created', 'consent.sent', 'consent.viewed'],
    ...['matter.told', 'matter.leaned', 'matter.thinking', 'matter.call_wanted', 'supporter.invited'],
    ...['consent.read', 'understanding.checked', 'consent.signed'],
  ])
  expect(events.map(({ description }) => description).join()).not.toMatch(/[{}]/)
  expect(events.at(-1)!.description).toBe('Signed by Eleanor Whitcombe')
})

test('each event is linked to the one before, as the product links them', async () => {
  const { ask, record } = await openTrial()
  await ask('signing.sign', {}, await signatureOf({ record }))
  const events = await record.events()
  for (const [at, { description: _what, hash, ...event }] of events.entries()) {
    expect(event.previousHash).toBe(events[at - 1]?.hash ?? '')
    expect(await sha256(toCanonicalText(eventHashInput(event)))).toBe(hash)
  }
  expect(record.read().chainHead).toBe(events.at(-1)!.hash)
})

test('a question to be answered first stops a signature until it is needed no more', async () => {
  const { ask, record } = await openTrial()
  const [{ id: questionId }] = await ask(
    'questions.ask',
    {},
    { part: 2, text: 'Will it hurt?', isBlocking: true },
  )
  await ask('questions.add', { questionId }, { text: 'And after?', isBlocking: false })
  const signature = await signatureOf({ record })
  const refused = ask('signing.sign', {}, signature)
  await expect(refused).rejects.toMatchObject({ code: 'aborted', details: { reason: 'question-open' } })
  await expect(refused).rejects.toThrow(/asked for an answer/)
  await ask('questions.settle', { questionId }, { why: 'not-needed' })
  expect(await ask('questions.listOwn')).toMatchObject([{ state: 'settled', isBlocking: false }])
  expect(await ask('signing.sign', {}, signature)).toMatchObject({
    status: 'signed',
    signature: { kind: 'typed' },
  })
})

test.each([
  ['stale-version', { contentHash: 'f'.repeat(64) }],
  ['not-agreed', { help: { kind: 'on-behalf', why: 'sight', of: 'Eleanor Whitcombe', agreed: false } }],
  [
    'cosigner-same',
    {
      cosigners: [
        { role: 'witness', name: 'eleanor whitcombe', capacity: '', mark: { kind: 'typed', typed: 'E' } },
      ],
    },
  ],
])('a signature is refused as %s', async (reason, changed) => {
  const { ask, record } = await openTrial()
  const signature = { ...(await signatureOf({ record })), ...changed }
  await expect(ask('signing.sign', {}, signature)).rejects.toMatchObject({ details: { reason } })
})

test('somebody may say no, and what no patient’s page asks is not found', async () => {
  const { ask } = await openTrial()
  expect(await ask('signing.decline', {}, { reason: 'I want to think' })).toMatchObject({
    status: 'declined',
  })
  await expect(ask('signing.mailCopy', {}, {})).rejects.toMatchObject({ code: 'not-found' })
})
