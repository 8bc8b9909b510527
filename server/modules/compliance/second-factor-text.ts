const dayIn = (moment: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone }).format(moment)

type SecondFactorPolicy = {
  requiresSecondFactor: boolean
  secondFactorFrom: Date | null
  secondFactorOptOut: { reason: string; byName: string; at: string } | null
}

/** What a practice asks of those who sign in, as an inspector reads it: also that it decided to do without, and why. */
export function secondFactorText(
  { requiresSecondFactor, secondFactorFrom: from, secondFactorOptOut: optOut }: SecondFactorPolicy,
  timeZone: string,
  now: Date,
): string {
  const dayOf = (moment: Date) => dayIn(moment, timeZone)
  if (requiresSecondFactor)
    return from && from > now ? `Required of all staff from ${dayOf(from)}` : 'Required of all staff'
  if (!optOut) return 'Not required. No decision is recorded'
  return `Not required. Decided by ${optOut.byName} on ${dayOf(new Date(optOut.at))}: ${optOut.reason}`
}
