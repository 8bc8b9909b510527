import type { Report } from './content-file.ts'

/** Shared wording by name: the Markdown of each file in `content/blocks/`. */
export type Blocks = ReadonlyMap<string, string>

const directive = /^[ \t]*\{% block: ([a-z0-9-]+) %\}[ \t]*$/
const anyDirective = /\{%/

/** The names of the blocks a text includes. */
export function blockNames(text: string): string[] {
  return text.split('\n').flatMap((line) => directive.exec(line)?.[1] ?? [])
}

/**
 * Puts shared wording in place of each line `{% block: name %}`. Bullets that a block adds join the list they
 * stand next to. Unknown names and directives that are not on a line of their own are reported.
 */
export function includeBlocks(text: string, blocks: Blocks, firstLine: number, report: Report): string {
  const lines = text.split('\n').map((line, index) => {
    const name = directive.exec(line)?.[1]
    if (name === undefined) {
      if (anyDirective.test(line)) report(firstLine + index, 'write {% block: name %} on a line of its own')
      return line
    }
    const block = blocks.get(name)
    if (block === undefined) report(firstLine + index, `there is no block "${name}" in content/blocks`)
    return block?.trim() ?? ''
  })
  return mergeAdjacentLists(lines.join('\n'))
}

/** The text without what its blocks bring: what a template says in its own words. */
export function removeBlocks(text: string): string {
  const own = text.split('\n').filter((line) => !directive.test(line))
  return mergeAdjacentLists(own.join('\n'))
}

const points_max = 8

/**
 * Bullets that stand next to each other become one list, or where they are more than a reader takes in at once, several
 * lists of about the same length, parted where a block begins or ends. Another sign for its bullets begins a new list.
 */
function mergeAdjacentLists(text: string): string {
  return text.replaceAll(/^- .*(?:\n(?:\s*\n)?- .*)*$/gm, (bullets) => {
    const runs = bullets
      .split(/\n\s*\n/)
      .map((run) => run.split('\n'))
      .flatMap((run) => (run.length > points_max ? run.map((line) => [line]) : [run]))
    return partsOf(runs)
      .map((part, index) => part.map((line) => (index % 2 === 0 ? line : line.replace('-', '*'))).join('\n'))
      .join('\n\n')
  })
}

function partsOf(runs: string[][]): string[][] {
  const total = runs.flat().length
  const wanted = total / Math.ceil(total / points_max)
  const parts: string[][] = []
  for (const run of runs) {
    const last = parts.at(-1)
    const isFull = !last || last.length >= wanted || last.length + run.length > points_max
    if (isFull && total > points_max) parts.push([...run])
    else if (last) last.push(...run)
    else parts.push([...run])
  }
  return parts
}
