import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import type { OpenedConsent } from '../../testing/test-clinic.ts'
import { minute_ms } from '../../testing/test-clock.ts'
import { openWorld, type TestWorld } from '../../testing/test-world.ts'

let world: TestWorld

beforeAll(async () => {
  world = await openWorld()
})

afterAll(async () => {
  expect(world.faults).toEqual([])
  await world.close()
})

type Named = { consentId: string }

const get = ({ consentId }: Named) => world.a.as('dentist').ask(contract.consents.get, { consentId })

/** What is left of a job that gave up: nothing. */
const forgetJobs = ({ consentId }: Named) =>
  world.owner.query(`delete from pgboss.job where data->>'consentId' = $1 or name = 'live.tell'`, [consentId])

describe('the sealing sweep', () => {
  const later_ms = 11 * minute_ms

  async function sweepLater(): Promise<void> {
    world.clock.advance(later_ms)
    await world.app.sweep('documents.unsealed')
    world.clock.advance(-later_ms)
    await world.runJobs()
  }

  async function addWithdrawn(): Promise<OpenedConsent> {
    const consent = await world.a.addSigned()
    await consent.patient.ask(contract.signing.withdraw, { consentId: consent.consentId })
    return consent
  }

  it.each([
    ['signed', () => world.a.addSigned(), ['signed']],
    ['finalised', () => world.a.addFinalised(), ['finalised', 'signed']],
    ['withdrawn after it was signed', addWithdrawn, ['signed', 'annex']],
  ])('seals, once it is overdue, what jobs gave up on and is %s', async (_name, add, kinds) => {
    const consent = await add()
    await forgetJobs(consent)
    await world.app.sweep('documents.unsealed')
    expect(await world.runJobs()).toBe(0)
    await sweepLater()
    const { documents, chainIntact } = await get(consent)
    expect(documents.map(({ kind }) => kind)).toEqual(kinds)
    expect(chainIntact).toBe(true)
  })

  it('finds nothing more once everything is sealed', async () => {
    const consent = await world.a.addFinalised()
    await world.runJobs()
    world.clock.advance(later_ms)
    await world.app.sweep('documents.unsealed')
    world.clock.advance(-later_ms)
    const { rows } = await world.owner.query(
      `select 1 from pgboss.job where state = 'created' and data->>'consentId' = $1`,
      [consent.consentId],
    )
    expect(rows).toEqual([])
  })
})
