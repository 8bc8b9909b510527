import { diffArrays } from 'diff'
import type { TemplateContent } from './template-operations.ts'
import { partsOf, type VersionPart } from './version-text.ts'

/** Words in a row that both versions have, or that only this one has. */
export type TextRun = { text: string; differs: boolean }

export type PartChange = {
  key: string
  title: string
  /** `formatting`: the words are the same, their look is not. `moved`: the same, at another place. */
  kind: 'added' | 'removed' | 'changed' | 'formatting' | 'moved'
  before: TextRun[]
  after: TextRun[]
}

/** The parts in which two versions differ, in the newer one's order, what only the older one had last. */
export function diffVersions(older: TemplateContent, newer: TemplateContent): PartChange[] {
  const before = new Map(partsOf(older).map((part) => [part.key, part]))
  const after = new Map(partsOf(newer).map((part) => [part.key, part]))
  const reordered = sectionsReordered(older, newer)
  return [...new Set([...after.keys(), ...before.keys()])].flatMap(
    (key) => changeOf(before.get(key), after.get(key), reordered) ?? [],
  )
}

/** Words, blanks and signs, and each placeholder whole. */
const piecesOf = (text: string): string[] => text.match(/\{\{\w+\}\}|[\p{L}\p{M}\p{N}]+|\s+|[^\s]/gu) ?? []

function changeOf(
  before: VersionPart | undefined,
  after: VersionPart | undefined,
  moved: ReadonlySet<string>,
): PartChange | undefined {
  const { key, title } = (after ?? before)!
  const [was, is] = [before?.text ?? '', after?.text ?? '']
  const words = diffArrays(piecesOf(was), piecesOf(is)).map(({ value, ...side }) => ({
    ...side,
    value: value.join(''),
  }))
  const change = {
    key,
    title,
    before: runsOf(
      words.filter(({ added }) => !added).map(({ value, removed }) => ({ text: value, differs: removed })),
    ),
    after: runsOf(
      words.filter(({ removed }) => !removed).map(({ value, added }) => ({ text: value, differs: added })),
    ),
  }
  if (was !== is) return { ...change, kind: kindOf(was, is) }
  if (before?.html !== after?.html) return { ...change, kind: 'formatting' }
  return moved.has(key) ? { ...change, kind: 'moved' } : undefined
}

/** Neighbours that differ become one, over a blank between them too: marked once, and read out once. */
function runsOf(words: TextRun[]): TextRun[] {
  const runs: TextRun[] = []
  for (const [wordIndex, word] of words.entries()) {
    const last = runs.at(-1)
    const bridges = word.text.trim() === '' && last?.differs && words[wordIndex + 1]?.differs
    if (last?.differs && (word.differs || bridges)) last.text += word.text
    else runs.push({ ...word })
  }
  return runs
}

function kindOf(was: string, is: string): PartChange['kind'] {
  if (was === '') return 'added'
  return is === '' ? 'removed' : 'changed'
}

/** Sections that both versions have, at another place among those. */
function sectionsReordered(older: TemplateContent, newer: TemplateContent): ReadonlySet<string> {
  const ids = (version: TemplateContent) => version.sections.map(({ id }) => id)
  const common = (these: number[], those: number[]) => these.filter((id) => those.includes(id))
  const before = common(ids(older), ids(newer))
  const after = common(ids(newer), ids(older))
  return new Set(after.filter((id, place) => before[place] !== id).map((id) => `section-${id}`))
}
