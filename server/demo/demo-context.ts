import { dateInTimeZone } from '../../contract/calendar-day.ts'
import { contract } from '../../contract/index.ts'
import type { App } from '../app.ts'
import { minute_ms, type Clock } from '../platform/clock.ts'
import type { DemoAccount } from './demo-accounts.ts'
import { demoCaller, type DemoCaller } from './demo-caller.ts'
import { demoClinics, demoPatients } from './demo-people.ts'

const step_ms = 7 * minute_ms
/** Well below the time after which a clinic's sessions lock. */
const pause_ms_max = 15 * minute_ms
export const desktop =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
const tabletAgent =
  'Mozilla/5.0 (iPad; CPU OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Safari/604.1'
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1'

/** A clock that the demo sets back, so that its records look like weeks of work. */
export type DemoClock = Clock & { set(ms: number): void; advance(): void }

/** Begins at the present; each `pass` is a few minutes of a working day. */
export function createDemoClock(): DemoClock {
  let at = Date.now()
  return { now: () => new Date(at), set: (ms) => void (at = ms), advance: () => void (at += step_ms) }
}

/** Of addresses that nobody has: those for documents, then those for measurements. */
const phoneAddress = (number: number): string =>
  number < 200 ? `198.51.100.${20 + number}` : `198.18.${number >> 8}.${number & 255}`

type Member = { caller: DemoCaller; staffId: string; name: string }

/** The demo's first clinic while its records are made: who acts there, and what they act on. */
export type DemoContext = {
  app: App
  clock: DemoClock
  owner: DemoCaller
  /** A member of staff by key, signed in. */
  member(key: string): Promise<Member>
  /** Anybody of the practice by key, clinician or not. */
  colleague(key: string): DemoCaller
  /** A browser of the practice on which somebody has signed in, to be handed to a patient and taken back. */
  tablet(key: string): Promise<{ browser: DemoCaller; takeBack(): Promise<void> }>
  /** A patient's phone, each number at an address of its own. */
  phone(number: number): DemoCaller
  /** Adds the demo's patients, each once however often it is asked. */
  addPatients(): Promise<void>
  patientId(lastName: string): Promise<string>
  /** The id of a template by its whole name. */
  templateId(name: string): Promise<string>
}

type DemoContextDeps = {
  app: App
  accounts: DemoAccount[]
  origin: string
  clock: DemoClock
  /** Where the practice's browsers are. */
  ip?: string
}

/** Opens the clinic for its owner; other staff sign in when they first act. */
export async function createDemoContext({
  app,
  accounts,
  origin,
  clock,
  ip = '203.0.113.20',
}: DemoContextDeps): Promise<DemoContext> {
  const { name: clinicName, staff } = demoClinics[0]!
  const callers = new Map<string, DemoCaller>()

  const accountOf = (name: string) =>
    accounts.find((account) => account.name === name && account.clinic === clinicName)!

  /** A member of staff at work: after a pause as long as sessions bear none, they sign in again. */
  function signedIn(name: string): DemoCaller {
    const known = callers.get(name)
    if (known) return known
    const { email, password } = accountOf(name)
    const browser = demoCaller(app.http, { ip, userAgent: desktop, origin })
    let usedAt = Number.NEGATIVE_INFINITY
    async function comeBack(): Promise<void> {
      const now = clock.now().getTime()
      if (Math.abs(now - usedAt) > pause_ms_max)
        await browser.call(contract.identity.signIn, { login: email, password })
      usedAt = now
    }
    const caller: DemoCaller = {
      async call(operation, input, options) {
        await comeBack()
        return browser.call(operation, input, options)
      },
    }
    callers.set(name, caller)
    return caller
  }

  const nameOf = (key: string) => {
    const { firstName, lastName } = staff.find((person) => person.key === key)!
    return `${firstName} ${lastName}`
  }
  const owner = signedIn(nameOf('owner'))
  const clinicians = (await owner.call(contract.staff.clinicians, {}))!

  return {
    app,
    clock,
    owner,
    async member(key) {
      const name = nameOf(key)
      const { id } = clinicians.find((clinician) => clinician.name === name)!
      return { caller: signedIn(name), staffId: id, name }
    },
    colleague: (key) => signedIn(nameOf(key)),
    async tablet(key) {
      const { email, password } = accountOf(nameOf(key))
      const browser = demoCaller(app.http, { ip, userAgent: tabletAgent, origin })
      await browser.call(contract.identity.signIn, { login: email, password })
      return {
        browser,
        async takeBack() {
          const [locked] = (await browser.call(contract.identity.locked, {}))!
          const proof = { by: 'password', password } as const
          await browser.call(contract.identity.unlock, { sessionId: locked!.sessionId, proof })
        },
      }
    },
    phone: (number) => demoCaller(app.http, { ip: phoneAddress(number), userAgent: phone, origin }),
    async addPatients() {
      const needsAskedOn = dateInTimeZone(clock.now())
      for (const [index, details] of demoPatients.entries())
        await owner.call(
          contract.patients.create,
          { ...details, needsAskedOn },
          // Cut off on another day, it has added them already.
          { key: `demo-patient-${index}`, tolerate: [409] },
        )
    },
    async patientId(lastName) {
      const found = await owner.call(contract.patients.list, { search: lastName })
      return found!.rows.find((row) => row.lastName === lastName)!.id
    },
    async templateId(name) {
      const found = await owner.call(contract.templates.list, { search: name, pageSize: 100 })
      return found!.rows.find((row) => row.name === name)!.id
    },
  }
}
