import type { CheckedComponent, CheckResult } from '../../../contract/setup-checks.ts'

/** What a look at a part found, before it is known how long it took. */
export type Finding = Pick<CheckResult, 'outcome' | 'says'> &
  Partial<Pick<CheckResult, 'mend'>> & { facts?: Record<string, string> }

export const checkPassed = (says: string, facts?: Finding['facts']): Finding => ({
  outcome: 'works',
  says,
  ...(facts && { facts }),
})
export const checkWarning = (says: string, mend: string, facts?: Finding['facts']): Finding => ({
  outcome: 'warns',
  says,
  mend,
  ...(facts && { facts }),
})
export const checkFailed = (says: string, mend: string, facts?: Finding['facts']): Finding => ({
  outcome: 'fails',
  says,
  mend,
  ...(facts && { facts }),
})
export const notConfigured = (says: string): Finding => ({ outcome: 'not-set', says })

/** Looks at a part and says how long it took. What it threw is not repeated: it may hold addresses and logins. */
export async function timeCheck(part: CheckedComponent, check: () => Promise<Finding>): Promise<CheckResult> {
  const since = performance.now()
  const found = await check().catch((): Finding =>
    checkFailed('The check could not be completed.', 'Check the server log.'),
  )
  const { outcome, says, mend = null, facts = {} } = found
  return {
    part,
    outcome,
    milliseconds: Math.round(performance.now() - since),
    says,
    mend,
    facts: Object.entries(facts).map(([label, value]) => ({ label, value })),
  }
}

/** Bytes as people read them. */
export function formatBytes(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const
  const power = bytes > 0 ? Math.min(Math.floor(Math.log(bytes) / Math.log(1000)), units.length - 1) : 0
  const amount = bytes / 1000 ** power
  return `${amount.toLocaleString('en-GB', { maximumFractionDigits: amount < 10 && power > 0 ? 1 : 0 })} ${units[power]}`
}
