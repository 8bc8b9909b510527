const hourInUk = new Intl.DateTimeFormat('en-GB', {
  hour: 'numeric',
  hourCycle: 'h23',
  timeZone: 'Europe/London',
})

/** How one greets somebody at this time of day in the UK. */
export function greetingAt(now: Date): string {
  const hour = Number(hourInUk.format(now))
  if (hour < 12) return 'Good morning'
  return hour < 18 ? 'Good afternoon' : 'Good evening'
}
