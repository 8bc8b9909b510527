/** Writes a moment in words; what `Intl.DateTimeFormat` can do, and no more. */
export type MomentFormat = { format(at: Date): string }

/** How a moment is written everywhere: 'Thu 26 Nov 2026, 14:30', with its seconds and zone where a record needs them. */
export function momentFormat(options: Intl.DateTimeFormatOptions): MomentFormat {
  const parts = new Intl.DateTimeFormat('en-GB', {
    ...{ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
    ...{ hour: '2-digit', minute: '2-digit' },
    ...options,
  })
  // ICU puts a comma behind the weekday as well.
  return { format: (at) => parts.format(at).replace(',', '') }
}
