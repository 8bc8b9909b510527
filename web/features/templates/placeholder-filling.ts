const placeholder = /\{\{(\w+)\}\}/g
const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => escapes[sign] ?? sign)

/**
 * Wording with its placeholders filled, for a look ahead while a form is typed; the server fills what is sent.
 * A placeholder without a value shows its label as a marked gap.
 */
export function fillPlaceholders(
  html: string,
  values: Readonly<Record<string, string | undefined>>,
  labelOf: (name: string) => string,
): string {
  return html.replaceAll(placeholder, (_, name: string) => {
    const value = values[name]?.trim()
    return value ? escaped(value) : `<mark>${escaped(labelOf(name))}</mark>`
  })
}

/** Wording with the label of each placeholder in square brackets, for a page that marks nothing. */
export const bracketPlaceholders = (html: string, labelOf: (name: string) => string): string =>
  html.replaceAll(placeholder, (_, name: string) => escaped(`[${labelOf(name)}]`))

/** At most this much of the sentence before a gap tells where its value stands. */
const lead_length_max = 40

/**
 * Filled wording with each value marked with the name of the gap that it fills: found by the words that lead to the gap in
 * the template's own wording.
 */
export function markFilled(
  html: string,
  wording: readonly string[],
  values: Readonly<Record<string, string | undefined>>,
): string {
  const marks = new Map<string, string>()
  for (const text of wording)
    for (const [, lead = '', name = ''] of text.matchAll(/([^<>{}]*)\{\{(\w+)\}\}/g)) {
      const value = values[name]?.trim()
      const before = lead.slice(-lead_length_max)
      if (!value || before.trim() === '') continue
      const filled = `${before}${escaped(value)}`
      marks.set(filled, `${before}<mark data-filled data-gap="${name}">${escaped(value)}</mark>`)
    }
  return [...marks].reduce((text, [filled, marked]) => text.replaceAll(filled, () => marked), html)
}
