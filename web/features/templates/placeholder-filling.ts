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
