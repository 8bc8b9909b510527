const answer_ms_max = 10_000

export type StripeSettings = { secretKey: string; api: string }

/** What Stripe says of the account that a key belongs to, or the code of why it said nothing. */
export type StripeAccount = { id: string; takesCharges: boolean; isTest: boolean } | { code: string }

/** Reads the account; nothing is made there and nobody is charged. */
export async function readStripeAccount({ secretKey, api }: StripeSettings): Promise<StripeAccount> {
  try {
    const response = await fetch(`${api}/v1/account`, {
      headers: { authorization: `Bearer ${secretKey}` },
      // The key goes to the address that is configured, and nowhere else.
      redirect: 'error',
      signal: AbortSignal.timeout(answer_ms_max),
    })
    if (!response.ok) return { code: `HTTP ${response.status}` }
    const { id, charges_enabled: takes } = (await response.json()) as Record<string, unknown>
    if (typeof id !== 'string') return { code: 'no account' }
    return { id, takesCharges: takes === true, isTest: /^[rs]k_test_/.test(secretKey) }
  } catch (error) {
    return { code: error instanceof Error ? error.name : 'unknown' }
  }
}
