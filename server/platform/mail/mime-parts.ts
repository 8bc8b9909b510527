const parts_max = 20

export type MimePart = { headers: Map<string, string>; body: string }

/** Head and body of a message or of one of its parts; lines that go on are joined. */
export function parseMimePart(text: string): MimePart {
  const end = /\r?\n\r?\n/.exec(text)
  const lines = (end ? text.slice(0, end.index) : text).replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)
  const headers = new Map<string, string>()
  for (const line of lines) {
    const [, name, value] = /^([\w-]+):\s*(.*)$/.exec(line) ?? []
    if (name && !headers.has(name.toLowerCase())) headers.set(name.toLowerCase(), value!.trim())
  }
  return { headers, body: end ? text.slice(end.index + end[0].length) : '' }
}

/** What kind of content it says it is. */
export const contentTypeOf = ({ headers }: MimePart): string =>
  (headers.get('content-type') ?? '').toLowerCase()

/** The parts of a message that is made of several; none when it is not. */
export function splitMimeParts(part: MimePart): MimePart[] {
  const boundary = /boundary="?([^";]+)"?/i.exec(part.headers.get('content-type') ?? '')?.[1]
  if (!boundary) return []
  const [, ...rest] = `\n${part.body}`.split(`\n--${boundary}`)
  return rest
    .slice(0, parts_max)
    .filter((text) => !text.startsWith('--'))
    .map((text) => parseMimePart(text.replace(/^[ \t]*\r?\n/, '')))
}
