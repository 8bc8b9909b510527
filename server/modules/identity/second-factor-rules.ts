import { isIP } from 'node:net'
import { isSuperAdmin, type AccountFacts, type StaffFacts } from './identity-rules.ts'

export type SecondFactor = 'app' | 'passkey'
export type HeldFactors = Record<SecondFactor, boolean>

/**
 * What a sign-in asks for besides its first factor: nothing but what somebody set up of themselves, one of either kind, or
 * a passkey, which no page that only looks like ours can ask for.
 */
export type FactorDemand = 'own' | 'any' | 'passkey'

type Person = Pick<AccountFacts, 'platformRole'> & { staff: StaffFacts | null }

/** What is asked of a person now: of super administrators always, of staff from the day on that their practice set. */
export function factorDemandOf(
  { platformRole, staff }: Person,
  { now, adminsNeedPasskey }: { now: Date; adminsNeedPasskey: boolean },
): FactorDemand {
  if (isSuperAdmin({ platformRole })) return adminsNeedPasskey ? 'passkey' : 'any'
  if (!staff?.requiresSecondFactor) return 'own'
  return staff.secondFactorFrom && staff.secondFactorFrom > now ? 'own' : 'any'
}

/**
 * What finishes a sign-in. An app that is on is asked for whatever is demanded; a passkey where one is demanded, or in
 * the app's place. Before a super administrator has a passkey, the code of the app leads to setting one up.
 */
export function factorsToGive(demand: FactorDemand, held: HeldFactors): SecondFactor[] {
  if (demand === 'passkey' && held.passkey) return ['passkey']
  if (demand === 'passkey') return held.app ? ['app'] : []
  if (demand === 'own' && !held.app) return []
  return (['app', 'passkey'] as const).filter((factor) => held[factor])
}

/** What must be set up before anything else opens: one of these. */
export function factorsToSetUp(demand: FactorDemand, held: HeldFactors): SecondFactor[] {
  if (demand === 'own' || held.passkey) return []
  if (demand === 'passkey') return ['passkey']
  return held.app ? [] : ['app', 'passkey']
}

type Given = {
  demand: FactorDemand
  held: HeldFactors
  /** What was given just now besides a first factor; a passkey that signs in is both, for its device knows its owner. */
  given: SecondFactor | null
  /** The device was remembered when a second factor was given on it. */
  isRemembered: boolean
}

/** How far a sign-in has come. */
export function stepAfter({ demand, held, given, isRemembered }: Given): 'open' | 'second-factor' | 'enrol' {
  if (given === 'passkey') return 'open'
  const owed = factorsToGive(demand, held)
  const isRight = given !== null && owed.includes(given)
  // What a cookie remembers could be carried away from the device: it is no passkey.
  const isEnough = isRight || (isRemembered && demand !== 'passkey')
  if (owed.length > 0 && !isEnough) return 'second-factor'
  return factorsToSetUp(demand, held).length > 0 ? 'enrol' : 'open'
}

/** Whether giving this one up leaves what is asked of the person. */
export function mayGiveUp(factor: SecondFactor, demand: FactorDemand, held: HeldFactors): boolean {
  const left = { ...held, [factor]: false }
  return demand === 'own' || factorsToSetUp(demand, left).length === 0
}

/** Whether browsers offer passkeys at this address: over TLS under a name, or on the machine itself. */
export function servesPasskeys(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return hostname === 'localhost' || (protocol === 'https:' && isIP(hostname.replace(/^\[|\]$/g, '')) === 0)
}
