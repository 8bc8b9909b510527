/** Text in quotes or between dollars, a comment, anything else up to where one of these may begin; or an end. */
const token =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$\w*\$)[\s\S]*?\1|--[^\n]*|\/\*[\s\S]*?\*\/|(;)|[^;'"$\-/]+|[\s\S]/g

const isComment = (part: string): boolean => part.startsWith('--') || part.startsWith('/*')

/** The statements of a text, each by itself and without comments outside of functions. */
export function splitStatements(text: string): string[] {
  const statements = ['']
  for (const [part, , end] of text.matchAll(token)) {
    if (end) statements.push('')
    else statements[statements.length - 1] += isComment(part) ? ' ' : part
  }
  return statements.map((statement) => statement.trim()).filter((statement) => statement !== '')
}
