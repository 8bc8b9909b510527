import type { FastifyRequest } from 'fastify'
import { describe, expect, it } from 'vitest'
import type { OperationMeta } from '../../../contract/kit.ts'
import { createTestClock, minute_ms } from '../../testing/test-clock.ts'
import { isUnconfirmed, mustBeConfirmed } from '../database/caller-memory.ts'
import { admit, admitAgain, admitWebhook, isStillAdmitted, type Admission } from './admission.ts'

// The door alone, with whoever is behind it made up: each thing it asks for is what somebody fails by.

const clock = createTestClock()
const provedAt = (minutesAgo: number) => new Date(clock.now().getTime() - minutesAgo * minute_ms)
const holder = { role: 'clinic_staff', level: 1, flags: {} }
const staff = { audience: 'clinic', clinicId: 'c', holder, provedAt: provedAt(1), actor: { kind: 'staff' } }
const admin = { audience: 'admin', provedAt: provedAt(1), actor: { kind: 'admin' } }
const program = { audience: 'integration', clinicId: 'c', keyId: 'k', scopes: ['system/Consent.read'] }

type Opened = Partial<Record<keyof Admission['authenticators'], object>>

/** A door that opens to these callers and says no to nothing, but for what is changed. */
const doorOf = (opened: Opened, change: Partial<Admission> = {}): Admission => ({
  authenticators: new Proxy({} as Admission['authenticators'], {
    get: (_none, audience) => async () => opened[audience as keyof Opened] ?? null,
  }),
  rates: {
    general: async () => true,
    attempt: async () => true,
    attemptRead: async () => true,
    ofKey: async () => true,
  },
  isKioskSession: async () => false,
  captcha: { challenge: async () => null, isSolved: async () => true },
  clock,
  ownOrigins: ['https://own.example'],
  stepUpMinutes: 10,
  maintenance: async () => null,
  isSwitchedOff: async () => false,
  ...change,
})

const metaOf = (change: Partial<OperationMeta>): OperationMeta => ({
  ...{ access: 'clinic', needs: null, scope: null, audit: { done: 'a.done' }, isRead: false },
  ...{ validatesOnlyChanges: false, idempotent: false, rate: null, stepUp: false, captcha: false },
  ...{ bodyBytesMax: 0, filePaths: [], feature: null, example: {} },
  refusals: { 'feature-off': { code: 'aborted', message: 'Off' } },
  ...change,
})

const requestOf = (headers: Record<string, string> = {}, method = 'POST') =>
  ({ method, headers, ip: '192.0.2.1', id: 'r', params: {} }) as unknown as FastifyRequest

/** Why the door stays shut; null where it opens. */
const refusalOf = (door: Admission, meta: Partial<OperationMeta> = {}, request = requestOf()) =>
  admit(door, { operation: 'a.b', meta: metaOf(meta) }, request).then(
    () => null,
    (error: { details: { reason: string } }) => error.details.reason,
  )

it('opens to whom it is for', async () => {
  expect(await refusalOf(doorOf({ clinic: staff }))).toBeNull()
  expect(await refusalOf(doorOf({ admin }), { access: 'admin' })).toBeNull()
  expect(await refusalOf(doorOf({}), { access: 'anyone' })).toBeNull()
})

describe('it stays shut', () => {
  it.each<[string, Opened, Partial<OperationMeta>, string]>([
    ['to nobody', {}, {}, 'unauthenticated'],
    ['to somebody of another audience', { admin }, {}, 'permission-denied'],
    ['to staff where it is for the platform', { clinic: staff }, { access: 'admin' }, 'permission-denied'],
    ['to a link that is none', {}, { access: 'link' }, 'not-found'],
    ['to who lacks the permission', { clinic: staff }, { needs: 'manageStaff' }, 'permission-denied'],
    [
      'to a program without the scope',
      { integration: program },
      { access: 'integration', scope: 'system/DocumentReference.read' },
      'permission-denied',
    ],
    [
      'to who proved a factor too long ago',
      { clinic: { ...staff, provedAt: provedAt(10.1) } },
      { stepUp: true },
      'requires-recent-login',
    ],
  ])('%s', async (_who, opened, meta, reason) => {
    expect(await refusalOf(doorOf(opened), meta)).toBe(reason)
  })

  it.each<[string, Partial<Admission>, Partial<OperationMeta>, string]>([
    ['to an address that asks too much', { rates: ratesBut('general') }, {}, 'rate-limited'],
    [
      'to one that tries too often',
      { rates: ratesBut('attempt') },
      { rate: { attempts: 1, seconds: 1 } },
      'rate-limited',
    ],
    [
      'without the captcha',
      { captcha: { challenge: async () => null, isSolved: async () => false } },
      { captcha: true },
      'captcha-failed',
    ],
    ['to writes during maintenance', { maintenance: async () => ({ until: null }) }, {}, 'maintenance'],
    [
      'to what is switched off',
      { isSwitchedOff: async () => true },
      { feature: 'own-videos' },
      'feature-off',
    ],
  ])('%s', async (_why, change, meta, reason) => {
    expect(await refusalOf(doorOf({ clinic: staff }, change), meta)).toBe(reason)
  })

  it('to a key that asks too much, and to a browser that a patient holds', async () => {
    const door = doorOf({ integration: program }, { rates: ratesBut('ofKey') })
    expect(await refusalOf(door, { access: 'integration' })).toBe('rate-limited')
    expect(await refusalOf(doorOf({}, { isKioskSession: async () => true }))).toBe('session-locked')
  })

  it.each([
    { origin: 'https://own.example.evil' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ])('to a write that another site began: %j', async (headers) => {
    const door = doorOf({ clinic: staff })
    expect(await refusalOf(door, {}, requestOf(headers))).toBe('foreign-origin')
    expect(await refusalOf(door, {}, requestOf(headers, 'GET'))).toBeNull()
    await expect(admitWebhook(door, requestOf(headers))).rejects.toThrow('another site')
  })
})

describe('it opens all the same', () => {
  it.each([
    { origin: 'https://own.example' },
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
  ])('to a write of our own: %j', async (headers) =>
    expect(await refusalOf(doorOf({ clinic: staff }), {}, requestOf(headers))).toBeNull(),
  )

  it('to a form that other sites are to post', async () => {
    const meta = { access: 'anyone', acceptsForeignOrigin: true } as const
    expect(await refusalOf(doorOf({}), meta, requestOf({ origin: 'https://login.example' }))).toBeNull()
  })

  it('during maintenance to who reads, to what is kept nowhere, and to the platform', async () => {
    const change: Partial<Admission> = { maintenance: async () => ({ until: null }) }
    expect(await refusalOf(doorOf({ clinic: staff }, change), {}, requestOf({}, 'GET'))).toBeNull()
    expect(await refusalOf(doorOf({ clinic: staff }, change), { audit: null })).toBeNull()
    expect(await refusalOf(doorOf({ admin }, change), { access: 'admin' })).toBeNull()
    const account = { audience: 'account', provedAt: provedAt(1), actor: { kind: 'admin' } }
    expect(await refusalOf(doorOf({ account }, change), { access: 'account' })).toBeNull()
    const ofStaff = { ...account, actor: { kind: 'staff' } }
    expect(await refusalOf(doorOf({ account: ofStaff }, change), { access: 'account' })).toBe('maintenance')
  })

  it('to who proved a factor just in time', async () => {
    expect(
      await refusalOf(doorOf({ clinic: { ...staff, provedAt: provedAt(9.9) } }), { stepUp: true }),
    ).toBeNull()
  })
})

it('counts webhooks as any other request', async () => {
  await expect(admitWebhook(doorOf({}, { rates: ratesBut('general') }), requestOf())).rejects.toThrow(
    'Too many',
  )
  await expect(admitWebhook(doorOf({}), requestOf())).resolves.toBeNull()
})

it('asks again of what stays open', async () => {
  const still = (opened: Opened, meta: Partial<OperationMeta> = {}) =>
    isStillAdmitted(doorOf(opened), metaOf(meta), requestOf())
  expect(await still({ clinic: staff })).toBe(true)
  expect(await still({})).toBe(false)
  expect(await still({ clinic: staff }, { needs: 'manageStaff' })).toBe(false)
  expect(await still({}, { access: 'anyone' })).toBe(true)
  expect(await still({ admin }, { access: 'admin' })).toBe(true)
  // Whoever signed one post is nobody afterwards, even if somebody could be opened.
  const provider = { provider: { audience: 'provider' } } as Opened
  expect(await still(provider, { access: 'provider' })).toBe(false)
})

function ratesBut(used: keyof Admission['rates']): Admission['rates'] {
  const all = {
    general: async () => true,
    attempt: async () => true,
    attemptRead: async () => true,
    ofKey: async () => true,
  }
  return { ...all, [used]: async () => false }
}

describe('somebody who is remembered', () => {
  const unconfirmed = <C extends object>(caller: C): C =>
    mustBeConfirmed(caller, {
      ...{ source: { name: 'who', isOfOneRecord: false }, token: 't', moment: clock.now(), mark: 'm' },
      isConfirmed: false,
    })
  /** A door that remembers one and finds another. */
  const doorThat = (remembers: object, finds: object | null, change: Partial<Admission> = {}) =>
    doorOf(
      {},
      {
        authenticators: new Proxy({} as Admission['authenticators'], {
          get:
            () =>
            async ({ mayRecall }: { mayRecall: boolean }) =>
              mayRecall ? unconfirmed({ ...remembers }) : finds,
        }),
        ...change,
      },
    )
  const manager = { ...staff, holder: { role: 'clinic_admin', level: 4, flags: {} } }
  const needed = metaOf({ needs: 'manageStaff' })

  it('is let in as they were, to be confirmed, only where that is done', async () => {
    const door = doorThat(manager, null)
    const operation = { operation: 'a.b', meta: needed }
    const caller = await admit(door, { ...operation, mayRecall: true }, requestOf())
    expect(isUnconfirmed(caller)).toBe(true)
    await expect(admit(door, operation, requestOf())).rejects.toMatchObject({
      details: { reason: 'unauthenticated' },
    })
  })

  it('is not remembered for an audience that the database cannot confirm', async () => {
    const operation = { operation: 'a.b', meta: metaOf({ access: 'admin' }), mayRecall: true }
    expect(isUnconfirmed(await admit(doorThat(admin, admin), operation, requestOf()))).toBe(false)
  })

  it('is refused for nothing that they were before', async () => {
    const operation = { operation: 'a.b', meta: needed, mayRecall: true }
    expect(await admit(doorThat(staff, manager), operation, requestOf())).toBe(manager)
    await expect(admit(doorThat(staff, staff), operation, requestOf())).rejects.toMatchObject({
      details: { reason: 'permission-denied' },
    })
  })

  it('counts with their address once their link is dead', async () => {
    const counted: string[] = []
    const attempt = async (_what: string, _rate: object, by: string | readonly string[]) =>
      counted.push(String(by)) > 0
    const door = doorThat({}, null, { rates: { ...doorOf({}).rates, attempt } })
    const meta = metaOf({ access: 'link', rate: { attempts: 1, seconds: 1 } })
    await expect(admitAgain(door, { operation: 'a.b', meta }, requestOf())).rejects.toMatchObject({
      details: { reason: 'not-found' },
    })
    expect(counted).toEqual(['192.0.2.1'])
  })
})
