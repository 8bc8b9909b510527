import type { PaletteGroup, PaletteItem } from '../../ui/command-palette.tsx'

/** Something that can be gone to or done, under the heading that it stands below. */
export type Command = PaletteItem & {
  group: string
  /** Other words that lead to it. */
  keywords?: string
} & ({ href: string } | { act: () => void })

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** Commands of which each word of what was typed begins a word. */
export function matchingCommands(commands: readonly Command[], typed: string): Command[] {
  const sought = wordsOf(typed)
  return commands.filter(({ label, keywords = '' }) => {
    const words = wordsOf(`${label} ${keywords}`)
    return sought.every((begun) => words.some((word) => word.startsWith(begun)))
  })
}

/** Commands below their headings, in the order in which the headings first come. */
export const groupCommands = (commands: readonly Command[]): PaletteGroup<Command>[] =>
  [...Map.groupBy(commands, ({ group }) => group)].map(([value, items]) => ({ value, items }))
