import type { InferContractRouterInputs, InferContractRouterOutputs } from '@orpc/contract'
import type { ErrorEnvelope } from '../../../contract/errors.ts'
import type { Contract } from '../../../contract/index.ts'
import { birth_date_attempts_max, supporter_code_length } from '../../../contract/limits.ts'
import type { Matters } from '../../../contract/matters.ts'
import type { Trust } from '../../features/signing/index.ts'
import { RequestRefusedError } from '../../features/signing/index.ts'
import { askQuestion, addToQuestion, settleQuestion } from './trial-questions.ts'
import type { TrialRecord } from './trial-record.ts'
import { declineForm, signForm } from './trial-signature.ts'

type Inputs = InferContractRouterInputs<Contract>
type Outputs = InferContractRouterOutputs<Contract>
type Module = keyof Outputs
type Operation<M extends Module> = keyof Outputs[M] & keyof Inputs[M]

export type TrialDeps = {
  record: TrialRecord
  practice: Outputs['signing']['open']['practice']
  trust: Trust
  /** In which language the form is to be read: asked when it is opened. */
  language: () => string
  refusals: Readonly<Record<string, ErrorEnvelope>>
}

/** How one operation of the contract is answered here, in the types of the contract. */
type OperationHandler = {
  name: string
  method: string
  path: string
  handle: (deps: TrialDeps, input: never) => unknown
}

const handlerOf = <M extends Module, O extends Operation<M>>(
  [module, operation]: readonly [M, O],
  method: 'GET' | 'POST',
  path: string,
  handle: (parts: TrialDeps, input: Inputs[M][O]) => Outputs[M][O] | Promise<Outputs[M][O]>,
): OperationHandler => ({ name: `${module}.${String(operation)}`, method, path, handle })

const link = '/api/patient/links/{accessToken}'
const consent = '/api/patient/consents/{consentId}'

/** Puts what was said of the choice where the practice would read it. */
function storeMatters({ state }: TrialRecord, said: Partial<Matters>): Matters {
  state.matters = { ...state.matters, ...said }
  return state.matters
}

const entry = (record: TrialRecord) => ({
  ...{ id: crypto.randomUUID(), number: record.state.entries.length + 1, by: '', text: '' },
  ...{ question: null, answer: null, isRight: null, at: record.now().toISOString() },
})

/** Every operation that the pages ask while somebody tries the form; a test holds each to the contract. */
export const trialHandlers: readonly OperationHandler[] = [
  handlerOf(['signing', 'open'], 'GET', link, ({ practice, trust }) => ({ practice, trust, locked: false })),
  handlerOf(['signing', 'verify'], 'POST', `${link}/verification`, verify),
  handlerOf(['signing', 'read'], 'GET', consent, ({ record }) => record.read()),
  handlerOf(['signing', 'sign'], 'POST', `${consent}/signature`, signForm),
  handlerOf(['signing', 'decline'], 'POST', `${consent}/refusal`, declineForm),
  handlerOf(['readings', 'report'], 'POST', `${consent}/readings`, ({ record }, { spells }) => {
    record.state.spells.push(...spells)
    return { kept: true as const }
  }),
  handlerOf(['understanding', 'readOwn'], 'GET', `${consent}/understanding`, ({ record }) => record.check()),
  handlerOf(['understanding', 'answer'], 'POST', `${consent}/understanding/answers`, ({ record }, given) => {
    const { question, answer: at } = given
    const answeredQuestion = record.read().content.understanding?.questions.find(({ id }) => id === question)
    const isRight = answeredQuestion?.answers[at]?.right ?? false
    record.state.entries.push({ ...entry(record), kind: 'answered', question, answer: at, isRight })
    return record.check()
  }),
  handlerOf(
    ['understanding', 'talk'],
    'POST',
    `${consent}/understanding/talks`,
    ({ record }, { question }) => {
      record.state.entries.push({ ...entry(record), kind: 'talk', question })
      return record.check()
    },
  ),
  handlerOf(
    ['understanding', 'finish'],
    'POST',
    `${consent}/understanding/finish`,
    ({ record }, { ownWords }) => {
      record.state.entries.push({ ...entry(record), kind: 'finished', text: ownWords ?? '' })
      return record.check()
    },
  ),
  handlerOf(['matters', 'listOwn'], 'GET', `${consent}/matters`, ({ record }) => record.state.matters),
  handlerOf(['matters', 'tell'], 'POST', `${consent}/matters`, handleTellMatters),
  handlerOf(['matters', 'lean'], 'POST', `${consent}/leaning`, async ({ record }, { option }) => {
    const title = option === null ? undefined : record.read().content.options?.[option]?.title
    if (title !== undefined) await record.tell('matter.leaned')
    const at = record.now().toISOString()
    return storeMatters(record, {
      leaning: option !== null && title !== undefined ? { option, title, at } : null,
    })
  }),
  handlerOf(['matters', 'think'], 'POST', `${consent}/thinking-time`, async ({ record }, { remindDays }) => {
    await record.tell('matter.thinking')
    return storeMatters(record, { thinking: { remindDays, at: record.now().toISOString() } })
  }),
  handlerOf(
    ['matters', 'askCall'],
    'POST',
    `${consent}/call-requests`,
    async ({ record }, { times, text }) => {
      await record.tell('matter.call_wanted')
      return storeMatters(record, { call: { times, text: text ?? '', at: record.now().toISOString() } })
    },
  ),
  handlerOf(['questions', 'listOwn'], 'GET', `${consent}/questions`, ({ record }) => record.state.questions),
  handlerOf(['questions', 'ask'], 'POST', `${consent}/questions`, askQuestion),
  handlerOf(['questions', 'add'], 'POST', `${consent}/questions/{questionId}/additions`, addToQuestion),
  handlerOf(['questions', 'settle'], 'POST', `${consent}/questions/{questionId}/settlement`, settleQuestion),
  handlerOf(
    ['supporters', 'listOwn'],
    'GET',
    `${consent}/supporters`,
    ({ record }) => record.state.supporters,
  ),
  handlerOf(['supporters', 'invite'], 'POST', `${consent}/supporters`, invite),
  handlerOf(
    ['supporters', 'revokeOwn'],
    'POST',
    `${consent}/supporters/{supporterId}/revocation`,
    ({ record }, { supporterId }) => {
      const revoked = { state: 'revoked' as const, revokedAt: record.now().toISOString(), code: null }
      const { supporters } = record.state
      record.state.supporters = supporters.map((one) =>
        one.id === supporterId ? { ...one, ...revoked } : one,
      )
      return { revoked: true as const }
    },
  ),
]

/** The right date opens the form. A wrong one is told as a link tells it, but locks nobody out of a trial. */
async function verify(
  { record, refusals, language }: TrialDeps,
  { dateOfBirth }: Inputs['signing']['verify'],
): Promise<Outputs['signing']['verify']> {
  const { id: consentId, content } = await record.form(language())
  if (dateOfBirth === content.patient.dateOfBirth) {
    await record.open(language())
    return { consentId, consent: record.read() }
  }
  record.state.failedAttempts += 1
  const attemptsLeft = Math.max(1, birth_date_attempts_max - record.state.failedAttempts)
  const refused = refusals['wrong-birth-date']!
  throw new RequestRefusedError({ ...refused, details: { ...refused.details, attemptsLeft } })
}

async function handleTellMatters(
  { record }: TrialDeps,
  { told, isNothing }: Inputs['matters']['tell'],
): Promise<Matters> {
  const before = record.state.matters
  const at = record.now().toISOString()
  const matters = told.map(({ prompt, text = '' }) => {
    const known = before.matters.find((one) => one.prompt === prompt && one.text === text)
    return known ?? { id: crypto.randomUUID(), prompt, text, at, answer: null }
  })
  for (const one of matters) if (!before.matters.includes(one)) await record.tell('matter.told')
  if (isNothing && !before.isNothing && matters.length === 0) await record.tell('matter.nothing')
  return storeMatters(record, { matters, isNothing: isNothing && matters.length === 0 })
}

/** Nobody is written to, and there is no link to pass on: only the code that would go with one. */
async function invite(
  { record }: TrialDeps,
  { name, relation, hours, by, contact = '' }: Inputs['supporters']['invite'],
): Promise<Outputs['supporters']['invite']> {
  const [id, at] = [crypto.randomUUID(), record.now()]
  const code = String(crypto.getRandomValues(new Uint32Array(1))[0]! % 10 ** supporter_code_length)
  record.state.supporters.push({
    ...{ id, name, relation, by, contact, state: 'open', revokedAt: null, openings: [], url: null },
    createdAt: at.toISOString(),
    expiresAt: new Date(at.getTime() + hours * 3_600_000).toISOString(),
    code: code.padStart(supporter_code_length, '0'),
  })
  await record.tell('supporter.invited')
  return { supporterId: id }
}

const pathParameter = /\{(\w+)\}/g

/** Answers what the pages ask, in this page: nothing of it is sent anywhere. */
export function createTrialHandler(parts: TrialDeps) {
  const known = trialHandlers.map(({ method, path, handle }) => ({
    ...{ method, give: handle },
    pattern: new RegExp(`^${path.replaceAll(pathParameter, '(?<$1>[^/]+)')}$`),
  }))
  return async ({
    method,
    path,
    body,
  }: {
    method: string
    path: string
    body?: unknown
  }): Promise<unknown> => {
    for (const { method: known_method, pattern, give } of known) {
      const match = method === known_method ? pattern.exec(path) : null
      if (match) return give(parts, { ...match.groups, ...(body as object | undefined) } as never)
    }
    throw new RequestRefusedError({ code: 'not-found', message: '', details: {} })
  }
}
