const separators = [',', ';', '\t', '|'] as const
export type Separator = (typeof separators)[number]

const sampled_lines_max = 30

/** How often each separator stands outside quotation marks, line by line. */
function countLines(head: string): Map<Separator, number>[] {
  const lines: Map<Separator, number>[] = []
  let counts = new Map<Separator, number>()
  let [quoted, empty] = [false, true]
  for (const letter of head) {
    if (letter === '"') quoted = !quoted
    if (!quoted && (letter === '\n' || letter === '\r')) {
      if (!empty) lines.push(counts)
      if (lines.length === sampled_lines_max) return lines
      counts = new Map()
      empty = true
      continue
    }
    empty = false
    const separator = separators.find((each) => each === letter)
    if (!quoted && separator) counts.set(separator, (counts.get(separator) ?? 0) + 1)
  }
  return empty ? lines : [...lines, counts]
}

/** How well a separator explains the lines: on how many it stands equally often, then how often. */
function scoreSeparator(lines: Map<Separator, number>[], separator: Separator): number {
  const sizes = Map.groupBy(lines, (counts) => counts.get(separator) ?? 0)
  sizes.delete(0)
  return Math.max(0, ...[...sizes].map(([size, alike]) => alike.length * 1000 + size))
}

/** What stands between the cells, told from the beginning of a file; a comma where there is only one column. */
export function detectSeparator(head: string): Separator {
  const lines = countLines(head)
  return separators.reduce((best, each) =>
    scoreSeparator(lines, each) > scoreSeparator(lines, best) ? each : best,
  )
}
