import fastify from 'fastify'
import { expect, it } from 'vitest'
import { createTestClock } from '../../testing/test-clock.ts'
import { mustBeConfirmed } from '../database/caller-memory.ts'
import { UnavailableError } from '../unavailable.ts'
import type { Admission } from './admission.ts'
import type { OperationTree } from './operations.ts'
import { addOperations } from './rpc.ts'
import type { Runner } from './run-operation.ts'

const clock = createTestClock()
const visit = { ip: '192.0.2.1' }
const caller = {
  audience: 'link',
  clinicId: crypto.randomUUID(),
  consentIds: [],
  actor: { kind: 'patient' },
  visit,
}
const confirmation = {
  ...{ source: { name: 'who', isOfOneRecord: true }, token: 't', moment: clock.now(), mark: 'm' },
  isConfirmed: false,
}
const meta = { access: 'link', isRead: true, readsOnce: true, refusals: {}, filePaths: [] }

/** What is done for somebody who is only remembered, by a database that fails so. */
async function stepsFor(error: Error): Promise<string[]> {
  const steps: string[] = []
  const app = fastify()
  app.decorateRequest('caller', null)
  app.addHook('onRequest', async (request) => {
    request.caller = mustBeConfirmed({ ...caller }, { ...confirmation }) as never
  })
  const borrow = async () => {
    steps.push('connection')
    throw error
  }
  const link = async () => {
    steps.push('asked who')
    return null
  }
  const contract = { '~orpc': { meta, route: { method: 'GET', path: '/one' } } }
  addOperations(app, { one: { contract, handler: () => null } } as unknown as OperationTree, {
    runner: { database: { borrow }, clock } as unknown as Runner,
    admission: { authenticators: { link } } as unknown as Admission,
  })
  await app.inject({ method: 'GET', url: '/one' })
  return steps
}

it('puts nobody who waited for the database in vain at the end of those who wait', async () => {
  expect(await stepsFor(new UnavailableError('no connection came'))).toEqual(['connection'])
})

it('asks again about somebody who was remembered, whatever else went wrong', async () => {
  expect(await stepsFor(new Error('a fault'))).toEqual(['connection', 'asked who'])
})
